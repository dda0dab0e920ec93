"""A few words find whole reports by the words as they are written, and by what they mean."""

from recallops.domain.lexical import lexicon_of

REPORTS = {
    "pool": "The database ran out of connections. Every connection was taken.",
    "bounds": "All metrics are within their bounds.",
    "bound": "The export is CPU bound; the CPU has nothing left.",
    "mail": "Newsletters arrived late.",
}


def best(asked: str) -> str:
    scores = lexicon_of(REPORTS).scores(asked)
    return max(scores, key=scores.__getitem__)


def test_what_means_the_same_is_found_though_it_is_written_otherwise() -> None:
    assert best("Connection exhaustion") == "pool"


def test_what_is_written_the_same_goes_before_what_only_has_the_same_stem() -> None:
    assert best("CPU-bound") == "bound"


def test_a_report_without_a_word_of_the_question_is_absent() -> None:
    assert lexicon_of(REPORTS).scores("certificate") == {}
    assert lexicon_of({}).scores("certificate") == {}
