"""Last step of recall: what is given back, and why it is nothing where it is."""

from collections.abc import Mapping, Sequence

from tacitus.domain.recollection import Explanation, Query, Recollection, Verdict


def recollect(
    query: Query,
    verdicts: Sequence[Explanation],
    seconds: Mapping[str, float],
    *,
    explain: bool,
) -> Recollection:
    """Return what was kept, with a reason where nothing was."""
    kept = tuple(one.candidate for one in verdicts if one.verdict is Verdict.KEPT)
    return Recollection(
        query=query,
        kept=kept,
        tokens=sum(candidate.memory.tokens for candidate in kept),
        reason="" if kept else _why_nothing(verdicts),
        explanations=tuple(verdicts) if explain else (),
        seconds=seconds,
    )


def _why_nothing(verdicts: Sequence[Explanation]) -> str:
    if not verdicts:
        return "No memory matches the filters and the question"
    if any(verdict.verdict is Verdict.BELOW_LEAST for verdict in verdicts):
        return "No memory reaches the scores that were asked for"
    if any(verdict.verdict is Verdict.TOO_LARGE for verdict in verdicts):
        return "No memory fits into max_tokens"
    best = max(verdict.candidate.relevance or 0.0 for verdict in verdicts)
    return f"Nothing stored bears on this: the best match has relevance {best:.2f}"
