"""Whether all is well is read in what was observed: signs against weigh, and what came back is no sign."""

from recallops.analyse.health import Sign, nothing_wrong, says_well, sign_of


def test_each_sentence_is_a_sign_for_or_against() -> None:
    signs = {
        Sign.WELL: (
            "CPU is at 41%, the limit is 85%.",
            "93 of 5,000 connections are in use.",
            "The error rate stayed at 0.01%.",
            "No customer reported anything.",
            "The page came from a drill.",
            "Load is well under saturation.",
        ),
        Sign.BACK: ("p99 reached 480 ms and came back to 120 ms.", "The alert cleared by itself."),
        Sign.MOVED: ("The queue grew from 10 to 9,000.", "Free space fell to 3 GB."),
        Sign.HARM: (
            "490 of 500 connections are in use.",
            "Requests fail in one region.",
            "Customers report that exports never finish.",
            "The lag is above 900 seconds.",
            "It recovered, and began to return errors again.",
        ),
        Sign.SILENT: ("The job runs on db-4.",),
    }
    wrong = [
        (text, sign) for sign, texts in signs.items() for text in texts if sign_of(text) != sign
    ]
    assert wrong == []


def test_all_is_well_where_several_say_so_and_none_is_left_that_says_otherwise() -> None:
    fine = ["CPU is normal.", "Connections are stable."]

    assert nothing_wrong(fine)
    assert not nothing_wrong(fine[:1])
    assert not nothing_wrong([*fine, "Payments fail."])
    assert not nothing_wrong([*fine, "Free storage fell from 30 GB to 3 GB."])
    assert nothing_wrong(
        [*fine, "Free storage fell from 30 GB to 3 GB.", "Free storage is back at 110 GB."]
    )
    assert not nothing_wrong([*fine, "It runs on db-4.", "It is blue.", "It is Monday."])
    assert says_well("CPU is normal.")
    assert not says_well("CPU is normal. Payments fail.")
