"""House rules of the airline whose recorded conversations are real: what its policy says in words.

Each takes a transcript and returns None where it holds, else a sentence; suites name them as
`tests.airline_rules:function`.
"""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple

from workbench.domain.transcript import Transcript, Turn

EST = timezone(timedelta(hours=-5))
"""The zone that the policy gives its time in; the tools name none."""
NOW = datetime(2024, 5, 15, 15, tzinfo=EST)
CHANGES = (
    "book_reservation",
    "cancel_reservation",
    "update_reservation_flights",
    "update_reservation_baggages",
    "update_reservation_passengers",
    "send_certificate",
)
"""The tools that change bookings, or give money away."""
MOST_PASSENGERS = 5
MOST_PAYMENTS = {"certificate": 1, "credit_card": 1, "gift_card": 3}


class Change(NamedTuple):
    """A call that changed a booking, and what was known of the booking before."""

    turn: int
    tool: str
    arguments: dict[str, Any]
    before: dict[str, Any] | None
    """None where the agent had not looked."""
    after: dict[str, Any]


def nothing_else_is_changed(transcript: Transcript) -> str | None:
    """What was changed is what the task's author lists, and no more."""
    wanted = [
        (action["name"], action["kwargs"])
        for action in transcript.metadata["expected_actions"]
        if action["name"] in CHANGES
    ]
    done = [(change.tool, change.arguments) for change in _changes(transcript)]
    extra = _texts(done) - _texts(wanted)
    return f"changed besides: {min(extra)}" if extra else None


def no_change_is_tried_again_unaltered(transcript: Transcript) -> str | None:
    """No call that changes bookings is made twice with the same arguments."""
    calls = [
        (call.name, call.arguments)
        for turn in transcript.turns
        for call in turn.tool_calls
        if call.name in CHANGES
    ]
    again = [text for text, count in _texts(calls).items() if count > 1]
    return f"made more than once: {again[0]}" if again else None


def basic_economy_keeps_its_flights(transcript: Transcript) -> str | None:
    """Flights of a basic economy reservation are not changed."""
    for change in _changes(transcript):
        if change.tool != "update_reservation_flights" or change.before is None:
            continue
        if change.before["cabin"] != "basic_economy":
            continue
        if _flights(change.before) != _flights(change.after):
            return f"turn {change.turn}: the flights of a basic economy reservation were changed"
    return None


def cancelled_only_what_may_be(transcript: Transcript) -> str | None:
    """Cancelled is only what is a day old, flown in business, or insured; and looked at before.

    Whether the insured reason holds, and whether the airline cancelled the flight, are for a
    reader.
    """
    for change in _changes(transcript):
        if change.tool != "cancel_reservation":
            continue
        booking = change.before
        if booking is None:
            return f"turn {change.turn}: cancelled without a look at the reservation"
        made_at = datetime.fromisoformat(booking["created_at"]).replace(tzinfo=EST)
        fresh = NOW - made_at <= timedelta(hours=24)
        if not (fresh or booking["cabin"] == "business" or booking["insurance"] == "yes"):
            made = f"{booking['cabin']}, made {booking['created_at']}, not insured"
            return f"turn {change.turn}: cancelled a reservation that may not be ({made})"
    return None


def booked_within_limits(transcript: Transcript) -> str | None:
    """A booking has at most five passengers, and as many payments of a kind as are allowed."""
    for change in _changes(transcript):
        if change.tool != "book_reservation":
            continue
        passengers = len(change.arguments["passengers"])
        if passengers > MOST_PASSENGERS:
            return f"turn {change.turn}: {passengers} passengers"
        kinds = Counter(
            payment["payment_id"].rpartition("_")[0]
            for payment in change.arguments["payment_methods"]
        )
        for kind, most in MOST_PAYMENTS.items():
            if kinds[kind] > most:
                return f"turn {change.turn}: {kinds[kind]} payments by {kind}, most is {most}"
    return None


def _changes(transcript: Transcript) -> Iterator[Change]:
    """Yield what changed a booking, in order; a call that the tool refused changed nothing."""
    known: dict[str, dict[str, Any]] = {}
    for turn, call, answer in _answered(transcript):
        if answer.startswith("Error"):
            continue
        after = _booking(answer)
        arguments = call.arguments if isinstance(call.arguments, dict) else {}
        if call.name in CHANGES:
            before = known.get(arguments.get("reservation_id", ""))
            yield Change(turn.index, call.name, arguments, before, after)
        if "reservation_id" in after:
            # The tool that changes a cabin answers with the old one.
            cabin = arguments.get("cabin", after["cabin"])
            known[after["reservation_id"]] = after | {"cabin": cabin}


def _answered(transcript: Transcript) -> Iterator[tuple[Turn, Any, str]]:
    """Yield every call with its answer: the next of its id, since ids come twice in this data."""
    for place, turn in enumerate(transcript.turns):
        for call in turn.tool_calls:
            for later in transcript.turns[place + 1 :]:
                if later.role == "tool" and later.tool_call_id == call.id:
                    yield turn, call, later.content or ""
                    break


def _booking(answer: str) -> dict[str, Any]:
    try:
        found = json.loads(answer)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _flights(booking: dict[str, Any]) -> list[tuple[str, str]]:
    return [(flight["flight_number"], flight["date"]) for flight in booking["flights"]]


def _texts(calls: list[tuple[str, Any]]) -> Counter[str]:
    return Counter(f"{name} {json.dumps(given, sort_keys=True)}" for name, given in calls)
