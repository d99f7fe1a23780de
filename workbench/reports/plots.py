"""Plots as inline SVG: drawn with shapes and words, in the colours of the page around them."""

from collections.abc import Mapping, Sequence
from html import escape

_WIDTH, _HEIGHT, _PAD = 220, 26, 10


def dot_and_bar(
    value: float, low: float | None, high: float | None, *, scale: tuple[float, float], words: str
) -> str:
    """Return a mean as a dot and its interval as a bar over the whole scale.

    Args:
        value: Where the dot stands.
        low: Where the bar begins; without an interval there is no bar.
        high: Where it ends.
        scale: The lowest and the highest level.
        words: The same as text, for who does not see it.
    """
    ends = "" if low is None or high is None else _bar(_at(low, scale), _at(high, scale))
    middle = _HEIGHT / 2
    return (
        f'<svg class="plot" role="img" aria-label="{escape(words)}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f'<line class="axis" x1="{_PAD}" x2="{_WIDTH - _PAD}" y1="{middle}" y2="{middle}"/>'
        f"{_ticks(scale)}{ends}"
        f'<circle class="dot" cx="{_at(value, scale):.1f}" cy="{middle}" r="5"/></svg>'
    )


def level_bars(levels: Mapping[str, int], *, words: str) -> str:
    """Return how often each level was given as bars side by side, each with its count."""
    if not levels:
        return ""
    most = max(levels.values()) or 1
    step = (_WIDTH - 2 * _PAD) / len(levels)
    bars = "".join(
        _column(name, count, _PAD + place * step, step, count / most)
        for place, (name, count) in enumerate(levels.items())
    )
    return (
        f'<svg class="plot" role="img" aria-label="{escape(words)}" width="{_WIDTH}" height="64" '
        f'viewBox="0 0 {_WIDTH} 64">{bars}</svg>'
    )


def shares(parts: Sequence[tuple[str, int]], *, words: str) -> str:
    """Return parts of a whole as one divided bar; each part has a class, for its pattern."""
    total = sum(count for _, count in parts) or 1
    drawn, at = [], 0.0
    for name, count in parts:
        width = count / total * 600
        if count:
            drawn.append(
                f'<rect class="part {escape(name)}" x="{at:.1f}" y="0" width="{width:.1f}" '
                'height="18"/>'
            )
        at += width
    return (
        f'<svg class="shares" role="img" aria-label="{escape(words)}" width="600" height="18" '
        f'viewBox="0 0 600 18" preserveAspectRatio="none">{"".join(drawn)}</svg>'
    )


def _at(value: float, scale: tuple[float, float]) -> float:
    lowest, highest = scale
    share = (value - lowest) / ((highest - lowest) or 1.0)
    return _PAD + min(1.0, max(0.0, share)) * (_WIDTH - 2 * _PAD)


def _bar(start: float, end: float) -> str:
    return (
        f'<rect class="bar" x="{start:.1f}" y="{_HEIGHT / 2 - 3}" '
        f'width="{max(1.0, end - start):.1f}" height="6"/>'
    )


def _ticks(scale: tuple[float, float]) -> str:
    lowest, highest = scale
    steps = int(highest - lowest)
    places = [_at(lowest + step, scale) for step in range(steps + 1)] if steps <= 10 else []
    return "".join(
        f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="9" y2="{_HEIGHT - 9}"/>' for x in places
    )


def _column(name: str, count: int, x: float, step: float, share: float) -> str:
    height = 34 * share
    middle = x + step / 2
    return (
        f'<rect class="bar" x="{x + step * 0.2:.1f}" y="{48 - height:.1f}" '
        f'width="{step * 0.6:.1f}" height="{height:.1f}"/>'
        f'<text class="count" x="{middle:.1f}" y="{44 - height:.1f}">{count}</text>'
        f'<text class="count" x="{middle:.1f}" y="62">{escape(name)}</text>'
    )
