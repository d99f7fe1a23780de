"""Recorded support conversations with eight checks each, the same every time; all of them pass."""

import json
import random
from pathlib import Path
from typing import Any

_TOOLS = {
    "account": ("read_profile", "send_reset_link"),
    "billing": ("read_invoice", "issue_credit_note"),
    "returns": ("read_return_policy", "create_label"),
    "shipping": ("track_parcel", "read_shipment"),
}
_PRODUCTS = ("Desk Lamp", "Travel Kettle", "Router X2", "Coffee Grinder", "Light Bulb 4-pack")
_SENTENCES = (
    "I am sorry that order {order} has not gone as it should.",
    "I have looked at the account {customer} and at the details that you gave.",
    "A colleague will confirm the next step within one working day.",
    "There is nothing else that you need to send us at this point.",
    "Should the {product} arrive in the meantime, please keep its packaging.",
)


def write_cases(folder: Path, cases: int) -> Path:
    """Write a suite of so many cases as JSON Lines, which need not fit into memory.

    Returns:
        The suite's file; the cases stand beside it in cases.jsonl.
    """
    folder.mkdir(parents=True)
    chance = random.Random(20_260_301)  # noqa: S311 - made up, not secret
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for number in range(cases):
            file.write(json.dumps(_case(number, chance)) + "\n")
    suite = folder / "suite.yaml"
    suite.write_text("suite: recorded\nversion: 1\ncases: cases.jsonl\n", encoding="utf-8")
    return suite


def _case(number: int, chance: random.Random) -> dict[str, Any]:
    category = chance.choice(sorted(_TOOLS))
    product = chance.choice(_PRODUCTS)
    customer = f"CUS-{chance.randrange(10**6):06d}"
    order = f"ORD-{chance.randrange(10**8):08d}"
    tools = ["find_customer", "find_order", *_TOOLS[category]]
    told = ["Thank you for writing about your {product}.", *chance.sample(_SENTENCES[1:], 3)]
    reply = " ".join((_SENTENCES[0], *told)).format(order=order, customer=customer, product=product)
    return {
        "id": f"case-{number:07d}",
        "input": f"Ticket {number}: {category} question on my {product.lower()}, order {order}.",
        "expect": {
            "fields": {"category": category, "entities.customer_id": customer},
            "must_contain": [product.lower()],
            "patterns": [r"\bORD-\d{8}\b"],
            "tools": {
                "required": ["find_order"],
                "forbidden": ["issue_refund"],
                "order": ["find_customer", "find_order", tools[-1]],
                "max_calls": 4,
            },
        },
        "transcript": _transcript(number, tools, reply, category, (customer, order)),
    }


def _transcript(
    number: int, tools: list[str], reply: str, category: str, entities: tuple[str, str]
) -> dict[str, Any]:
    customer, order = entities
    arguments = {"customer_id": customer, "order_id": order}
    calls = [{"name": tool, "arguments": arguments | {"step": n}} for n, tool in enumerate(tools)]
    return {
        "id": f"recording-{number:07d}",
        "turns": [
            {"index": 0, "role": "user", "content": f"My order {order} did not come."},
            {"index": 1, "role": "assistant", "tool_calls": calls},
            {"index": 2, "role": "assistant", "content": reply},
        ],
        "outcome": {
            # In other letters than expected: both are compared without regard to case.
            "category": category.upper() if number % 3 else category.title(),
            "entities": {"customer_id": customer.lower(), "order_id": order},
            "priority": "normal",
        },
    }
