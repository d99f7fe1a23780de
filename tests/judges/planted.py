"""Two hundred made-up identifiers to plant; keys are put together here, so that none is written."""

import random
import string
from collections.abc import Callable

from workbench.domain.policy import Redaction

POLICY = Redaction(
    enabled=("email", "phone", "card", "iban", "ip", "key"),
    patterns={"customer": r"\bKL-[0-9]{6}\b"},
)
BASE64URL = string.ascii_letters + string.digits + "-_"
ALPHANUMERIC = string.ascii_letters + string.digits
HEX = "0123456789abcdef"

Vendor = Callable[[random.Random], str]
Maker = Callable[[random.Random], str]


def some(rng: random.Random, alphabet: str, length: int) -> str:
    """Return so many characters of an alphabet."""
    return "".join(rng.choices(alphabet, k=length))


VENDORS: dict[str, Vendor] = {
    "Anthropic": lambda rng: "sk-" + "ant-api03-" + some(rng, BASE64URL, 93) + "AA",
    "AWS": lambda rng: "AK" + "IA" + some(rng, string.ascii_uppercase + "234567", 16),
    "GitHub": lambda rng: "gh" + "p_" + some(rng, ALPHANUMERIC, 36),
    "GitLab": lambda rng: "gl" + "pat-" + some(rng, BASE64URL, 20),
    "Google": lambda rng: "AI" + "za" + some(rng, BASE64URL, 35),
    "Hugging Face": lambda rng: "h" + "f_" + some(rng, string.ascii_letters, 34),
    "OpenAI": lambda rng: "sk-" + "proj-" + some(rng, BASE64URL, 74),
    "SendGrid": lambda rng: "S" + "G." + some(rng, BASE64URL, 22) + "." + some(rng, BASE64URL, 43),
    "Slack": lambda rng: "xo" + "xb-" + some(rng, string.digits, 12) + "-" + some(rng, HEX, 24),
    "Stripe": lambda rng: "sk" + "_live_" + some(rng, ALPHANUMERIC, 24),
    "Twilio": lambda rng: "A" + "C" + some(rng, HEX, 32),
    "Azure": lambda rng: some(rng, ALPHANUMERIC, 3) + "8" + "Q~" + some(rng, ALPHANUMERIC, 34),
}


def card(rng: random.Random) -> str:
    """Return a card number with the right check digit, in one of the usual groupings."""
    start, length = rng.choice([("4", 16), ("52", 16), ("2720", 16), ("6011", 16), ("37", 15)])
    body = start + some(rng, string.digits, length - len(start) - 1)
    number = next(body + digit for digit in string.digits if luhn_sum(body + digit) % 10 == 0)
    groups = (4, 6, 5) if length == 15 else (4, 4, 4, 4)
    return rng.choice(["", " ", "-"]).join(cut_up(number, groups))


def luhn_sum(number: str) -> int:
    """Return what Luhn's rule sums up, digit by digit from the right."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total


def iban(rng: random.Random) -> str:
    """Return an IBAN with the right check digits, in one piece or in groups of four."""
    country, length = rng.choice([("DE", 18), ("GB", 0), ("FR", 23), ("NL", 0), ("NO", 11)])
    account = some(rng, string.digits, length)
    if not length:
        digits = {"GB": 14, "NL": 10}[country]
        account = some(rng, string.ascii_uppercase, 4) + some(rng, string.digits, digits)
    turned = "".join(str(int(letter, 36)) for letter in f"{account}{country}00")
    written = f"{country}{98 - int(turned) % 97:02d}{account}"
    return rng.choice([written, " ".join(cut_up(written, (4,) * 9))])


def cut_up(text: str, sizes: tuple[int, ...]) -> list[str]:
    """Return a text in groups of these sizes, as far as it goes."""
    groups = []
    for size in sizes:
        groups.append(text[:size])
        text = text[size:]
    return [group for group in groups if group]


def email(rng: random.Random) -> str:
    """Return an address at a domain that is nobody's."""
    name = rng.choice(["maria", "j.o'neil", "ops+alerts", "rossi_m", "Åse-Lie"])
    return f"{name}{rng.randrange(10_000)}@{rng.choice(['example.com', 'mail.example.co.uk'])}"


def phone(rng: random.Random) -> str:
    """Return a number in one of the ways that people write them."""
    last = some(rng, string.digits, 4)
    return rng.choice(
        [
            f"+44 20 7946 {last}",
            f"+4930{rng.randrange(100, 999)}{last}",
            f"(555) 01{rng.randrange(10)}-{last}",
            f"555-01{rng.randrange(10)}-{last}",
            f"+1 (555) 01{rng.randrange(10)}-{last}",
            f"020 7946 {last}",
            f"0770090{last}",
            f"0049 30 90{last}",
        ]
    )


def identifiers() -> dict[str, list[str]]:
    """Return 200 different identifiers by kind."""
    rng = random.Random(20260302)
    makers: dict[str, tuple[int, Maker]] = {
        "card": (30, card),
        "iban": (30, iban),
        "email": (30, email),
        "phone": (30, phone),
        "customer": (20, lambda rng: f"KL-{rng.randrange(10**5, 10**6)}"),
    }
    planted = {kind: distinct(count, maker, rng) for kind, (count, maker) in makers.items()}
    planted["key"] = [vendor(rng) for vendor in VENDORS.values() for _ in range(5)]
    return planted


def distinct(count: int, maker: Maker, rng: random.Random) -> list[str]:
    """Return so many different values."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[maker(rng)] = None
    return list(found)
