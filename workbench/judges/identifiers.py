"""How personal data and secrets are recognised: shapes, checksums and the prefixes of keys.

Names and addresses of people are not among them: a shape does not tell them from other words.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Final

from workbench.domain.policy import RedactionKind

_NO_DIGIT: Final = re.compile(r"[^0-9]")
_DOUBLED: Final = str.maketrans("0123456789", "0246813579")
"""Twice a digit, and of that the sum of the digits."""
_NO_SEPARATOR: Final = re.compile(r"[^0-9A-Za-z]")
_GAP: Final = "[ \u00a0\u202f./-]"


def _always(value: str) -> bool:
    return bool(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One shape of one kind.

    Attributes:
        kind: What is recognised; names the placeholder.
        pattern: The shape; its group `value`, where it has one, is what is replaced.
        holds: Tells a value from what only looks like one.
        same: What all spellings of one value have in common.
    """

    kind: str
    pattern: re.Pattern[str]
    holds: Callable[[str], bool] = _always
    same: Callable[[str], str] = str


def passes_luhn(number: str) -> bool:
    """Tell whether the check digit of a payment card is right."""
    digits = _digits(number)[::-1]
    return sum(map(int, digits[::2] + digits[1::2].translate(_DOUBLED))) % 10 == 0


def passes_mod_97(iban: str) -> bool:
    """Tell whether the check digits of an IBAN are right."""
    letters = _compact(iban)
    turned = letters[4:] + letters[:4]
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


def _compact(value: str) -> str:
    return _NO_SEPARATOR.sub("", value).upper()


def _as_mailbox(value: str) -> str:
    return value.lower().replace("%40", "@")


def _digits(value: str) -> str:
    return _NO_DIGIT.sub("", value)


def _dialled(value: str) -> str:
    """Return the digits of a phone number, the international prefix written in one way."""
    return re.sub("^00", "", _digits(value))


def _is_phone(value: str) -> bool:
    return 8 <= len(_dialled(value)) <= 15


def _is_no_word(value: str) -> bool:
    return any(character.isdigit() or character.isupper() for character in value)


def _is_ipv6(value: str) -> bool:
    """Tell an address from a time of day and from the colons of a programming language."""
    if not _digits(value) or len(value) < 6:
        return False
    try:
        IPv6Address(value)
    except ValueError:
        return False
    return True


def _anywhere(body: str) -> str:
    """Return a pattern that looks for a value from the start of every word on.

    What looks like a value and is none then hides no value that begins inside it.
    """
    return rf"(?<![^\W_])(?=(?P<value>{body})(?![^\W_]))"


_EMAIL: Final = re.compile(
    r"(?<![^\W_])(?<!\w[.+'-])[^\W_][\w.+'-]{0,99}+(?:@|%40)"
    r"(?:[\w-]{1,63}\.)+(?:xn--[\w-]{1,59}|[^\W\d_]{2,24})(?![^\W_])"
)

_PHONE: Final = re.compile(
    rf"""
    (?<![\w+])(?<!\d[.,/:-])(?:
        \+[1-9](?:[ \u00a0\u202f()./-]{{0,3}}\d){{7,14}}        # +49 (0)30 901820
      | \(0\d{{1,4}}\)[ ]?\d{{3,4}}(?:{_GAP}?\d{{2,5}}){{1,2}}  # (030) 901 820
      | (?:1{_GAP})?\([2-9]\d\d\)[ ]?\d{{3}}{_GAP}\d{{4}}       # (555) 010-2030
      | (?<!\d[ \u00a0\u202f])(?:                               # a part of no longer number
            00[1-9]\d{{0,2}}{_GAP}(?:{_GAP}?\d){{6,12}}         # 0049 30 901820
          | 0[1-9]\d{{8,10}}                                    # 07700900123
          | 0[1-9]\d{{1,3}}{_GAP}\d{{3,4}}{_GAP}?\d{{3,5}}      # 020 7946 0018
          | 0[1-9](?:{_GAP}\d\d){{4}}                           # 06 12 34 56 78
          | (?:1{_GAP})?[2-9]\d\d{_GAP}\d{{3}}{_GAP}\d{{4}}     # 555-010-2030
        )
    )(?!\w)(?![.,/:-]\d)
    """,
    re.VERBOSE | re.ASCII,
)

_OCTET: Final = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_IPV4: Final = re.compile(rf"(?<![\w.])(?:{_OCTET}\.){{3}}{_OCTET}(?!\.?\w)")
_IPV6: Final = re.compile(_anywhere(r"[0-9A-Fa-f:]{1,38}(?:[0-9A-Fa-f]|::)(?!:?\w)"))

_CARD_LENGTHS: Final = range(13, 20)
_ISSUER: Final = r"(?=[0-9]{13}|(?:[0-9]{4}){1,2}(?![0-9]))(?:[3456]|2(?=2[2-9]|[3-6]|7[01]|720))"
"""How a number begins: in one piece or with a group of four, so that few other numbers pass."""
_CARDS: Final = tuple(
    re.compile(r"(?<!\d[.,])" + _anywhere(rf"{_ISSUER}(?:[ \u00a0-]?\d){{{length - 1}}}"), re.ASCII)
    for length in _CARD_LENGTHS
)

_IBAN_COUNTRIES: Final = {
    15: "NO",
    16: "BE",
    18: "DK FI FK FO GL NL SD",
    19: "MK SI",
    20: "AT BA EE KZ LT LU MN XK",
    21: "CH CR HR LI LV",
    22: "BG BH DE GB GE IE ME RS VA",
    23: "AE GI IL IQ OM SO TL",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT ST",
    26: "IS TR",
    27: "BI DJ FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HU LB NI PL SV",
    29: "BR EG PS QA UA",
    30: "JO KW MU YE",
    31: "MT SC",
    32: "LC",
    33: "RU",
}
"""By the length of an IBAN; it ends where its country says, whatever stands behind it."""
_IBAN: Final = re.compile(
    _anywhere(
        "|".join(
            rf"(?:{countries.replace(' ', '|')})\d\d(?:[ \u00a0-]?[A-Z0-9]){{{length - 4}}}"
            for length, countries in _IBAN_COUNTRIES.items()
        )
    ),
    re.IGNORECASE | re.ASCII,
)

VENDOR_KEYS: Final[Mapping[str, str]] = {
    "AWS": r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "Azure": r"[\w.~-]{3}\dQ~[\w.~-]{31,34}",
    "Databricks": r"dapi[0-9a-f]{32}(?:-\d)?\b",
    "DigitalOcean": r"do[opr]_v1_[0-9a-f]{64}",
    "GitHub": r"(?:gh[opsur]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})",
    "GitLab": r"gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{20,}(?:\.\w\w\.\w{7,9})?",
    "Google": r"(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{28})",
    "Groq": r"gsk_[A-Za-z0-9]{40,}",
    "Hugging Face": r"(?:hf|api_org)_[A-Za-z0-9]{30,}",
    "Mailgun": r"key-[0-9a-f]{32}\b",
    "Notion": r"(?:ntn_|secret_)[A-Za-z0-9]{40,}",
    "npm": r"npm_[A-Za-z0-9]{36}",
    "PyPI": r"pypi-[\w-]{50,}",
    "SendGrid": r"SG\.[\w-]{16,32}\.[\w-]{16,64}",
    "Shopify": r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}",
    "Slack": r"(?:xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,})",
    "Slack, hook": r"hooks\.slack\.com/services/[\w/]{20,}",
    "Stripe": r"(?:(?:pk|rk|sk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,})",
    "Telegram": r"\d{8,10}:AA[\w-]{33}",
    "Twilio": r"(?:AC|SK)[0-9a-f]{32}\b",
    "Vault": r"hv[bs]\.[\w-]{24,}",
    "xAI": r"xai-[A-Za-z0-9]{40,}",
    "JWT": r"eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*",
}
"""By who issues them; a key is known by how it begins."""
_KEY: Final = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(VENDOR_KEYS.values())})", re.ASCII)
_SK_KEY: Final = re.compile(r"(?<![A-Za-z0-9])sk-[\w-]{20,}", re.ASCII)
"""OpenAI, Anthropic, and those that follow them; hyphenated words can look the same."""
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----).){1,20000}"
    r"-----END [A-Z ]{0,30}PRIVATE KEY-----",
    re.DOTALL,
)
_NAMED_KEY: Final = re.compile(
    r"(?:aws_?secret_?access_?key|account_?key)['\"]?\s{0,3}[=:]\s{0,3}['\"]?"
    r"(?P<value>[A-Za-z0-9/+]{40,86}={0,2})",
    re.IGNORECASE,
)

BUILT_IN: Final[Mapping[RedactionKind, tuple[Rule, ...]]] = {
    "email": (Rule(kind="email", pattern=_EMAIL, same=_as_mailbox),),
    "phone": (Rule(kind="phone", pattern=_PHONE, holds=_is_phone, same=_dialled),),
    "card": tuple(
        Rule(kind="card", pattern=card, holds=passes_luhn, same=_digits) for card in _CARDS
    ),
    "iban": (Rule(kind="iban", pattern=_IBAN, holds=passes_mod_97, same=_compact),),
    "ip": (
        Rule(kind="ip", pattern=_IPV4),
        Rule(kind="ip", pattern=_IPV6, holds=_is_ipv6, same=str.lower),
    ),
    "key": (
        Rule(kind="key", pattern=_SK_KEY, holds=_is_no_word),
        *(Rule(kind="key", pattern=pattern) for pattern in (_KEY, _PRIVATE_KEY, _NAMED_KEY)),
    ),
}
"""The rules of every kind that a policy may enable."""
