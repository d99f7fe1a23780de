"""Certificates: what certify decided just now, and what stands in trusted.json."""

from collections.abc import Collection, Iterable, Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.anchors import named
from workbench.app.components.arrival import arrive
from workbench.app.components.safe import prose, sentence
from workbench.app.components.statuses import badge
from workbench.app.components.way_on import way_on
from workbench.domain.certificate import Certificate, Reason
from workbench.workflows.advising import next_step, recorded_only
from workbench.workflows.calibrating import Calibration, Measured
from workbench.workflows.depicting import SHARES, claim, figures_line, in_shares, ordered
from workbench.workflows.looking import noted
from workbench.workflows.trusting import RENEW, Standing

DIMENSIONS = state.widget("certify_dimensions")
JUDGES = state.widget("certify_judges")
"""The keys of the fields in which is chosen what is certified."""


def outcome(found: Calibration) -> None:
    """Draw every decision with its claim, its reasons and what to do next."""
    decided = [one.decision for one in found.measured if one.decision is not None]
    _shares(text for one in decided for text in (one.next, *_texts(one.reasons)))
    for one in ordered(found.measured):
        _decided(one)
    if found.looks_recorded:
        st.caption(safe.escaped(noted(found.looks_recorded)))
    if found.checked is not None:
        st.caption(
            f"scikit-learn {safe.escaped(found.checked.scikit_learn)} and krippendorff "
            f"{safe.escaped(found.checked.krippendorff)} computed the same figures."
        )


def certificates(found: Sequence[Standing], offered: Collection[tuple[str, str]]) -> None:
    """Draw every certificate as it stands now, and what leads to its next step.

    Args:
        found: The certificates.
        offered: The pairs of a dimension and a judge that can be chosen above.
    """
    made = [one.certificate for one in found]
    _shares(text for one in made for text in (one.next, *_texts(one.reasons)))
    for one in found:
        _standing(one, offered)


def _standing(one: Standing, offered: Collection[tuple[str, str]]) -> None:
    """Draw one certificate as it stands now."""
    certificate = one.certificate
    with st.container(border=True, gap="xxsmall"):
        never = certificate.status == "stale" and one.decided != "trusted"
        status = one.decided if never else certificate.status
        _heading(
            "refused" if one.refused is not None else status,
            certificate.dimension,
            certificate.judge,
        )
        if one.refused is not None:
            sentence(f"Not believed: {one.refused}. Certify again, or restore trusted.json.")
            _again(certificate, offered)
            return
        sentence(certificate.claim)
        reasons = certificate.reasons
        if never:
            sentence(f"Trust was not granted, and this is outdated: {reasons[0].text}")
            reasons = reasons[1:]
        _reasons(reasons, certificate.claim)
        st.caption(
            safe.escaped(
                f"rubric {certificate.rubric_version}, {certificate.labels.count} labels, "
                f"k={certificate.variants_tried}, {certificate.at:%Y-%m-%d %H:%M} UTC."
            )
            + f" Next: {prose(_next(certificate.next, certificate.judge))}"
        )
        st.caption("Labels given since are not part of it; they count when it is certified again.")
        if certificate.next == RENEW:
            _again(certificate, offered)
        else:
            recorded = certificate.judge in recorded_only(state.root())
            way_on(certificate.next, here="certify", recorded=recorded)


def _again(one: Certificate, offered: Collection[tuple[str, str]]) -> None:
    """Draw what chooses a certificate's dimension and judge above; of what is gone, say so."""
    if (one.dimension, one.judge) not in offered:
        st.caption(
            "It cannot be chosen above: its rubric or its judge is gone, or the judge has no "
            "verdict on these transcripts yet."
        )
        return
    st.button(
        "Choose it above",
        key=state.widget("certify_again", one.dimension, one.judge),
        icon=":material/arrow_upward:",
        on_click=_choose,
        args=(one.dimension, one.judge),
    )


def _choose(dimension: str, judge: str) -> None:
    state.choose_all(DIMENSIONS, [dimension])
    state.choose_all(JUDGES, [judge])
    arrive(DIMENSIONS)


def _decided(one: Measured) -> None:
    measured = one.agreement
    with st.container(border=True, gap="xxsmall"):
        _heading(one.status, measured.rubric.dimension, measured.judge)
        sentence(claim(one))
        st.caption(safe.escaped(figures_line(measured)))
        if one.decision is not None:
            _reasons(one.decision.reasons, one.decision.claim)
            sentence(f"Next: {_next(one.decision.next, measured.judge)}")


def _next(step: str, judge: str) -> str:
    """Say what to do next, as the page says it on which certifying is done."""
    if step == RENEW:
        return "certify again: choose it above"
    return next_step(step, recorded=judge in recorded_only(state.root()))


def _heading(status: str, dimension: str, judge: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        badge(status)
        st.markdown(f"**{named(dimension)}** · {safe.escaped(judge)}", width="content")


def _shares(texts: Iterable[str]) -> None:
    """Say what a fraction of a transcript is, where any sentence below counts in them."""
    if any(in_shares(text) for text in texts):
        st.caption(SHARES)


def _texts(reasons: Iterable[Reason]) -> list[str]:
    return [reason.text for reason in reasons]


def _reasons(reasons: tuple[Reason, ...], claim: str) -> None:
    """Draw the reasons; the first is often the claim itself, which stands there already."""
    for reason in reasons:
        if reason.text != claim:
            sentence(f"– {reason.text}")
