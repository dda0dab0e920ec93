"""Files of benchmarks to questions with exact evidence."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.suites.beam import beam_cases
from tacitus.evaluation.suites.evidence import labels_of
from tacitus.evaluation.suites.factconsolidation import (
    Fact,
    answering,
    factconsolidation_cases,
    replaced_by,
)
from tacitus.evaluation.suites.locomo import locomo_cases
from tacitus.evaluation.suites.longmemeval import longmemeval_cases
from tacitus.evaluation.suites.reading import DIALOGUES, Suite, read_suite
from tacitus.evaluation.suites.realtalk import realtalk_cases
from tests.tables import table

SAMPLE: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I moved to Oslo."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": ""},
        ],
        "session_2_date_time": "1:56 pm on 9 May, 2023",
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "I have a dog."}],
    },
    "qa": [
        {"question": "Where?", "answer": "Oslo", "evidence": ["D1:1; D2:1"], "category": 1},
        {"question": "Lure?", "adversarial_answer": "?", "evidence": ["D1:1"], "category": 5},
        {"question": "Lost?", "answer": 3, "evidence": ["D1:2", "D7:1", "D"], "category": 4},
    ],
}


@table(
    "evidence, labels",
    [
        (["D1:3"], ("D1:3",)),
        (["D8:6; D9:17"], ("D8:6", "D9:17")),
        (["D13:4. D14:4", "D13:4"], ("D13:4", "D14:4")),
        (["D:11:26"], ("D11:26",)),
        (["D30:05"], ("D30:5",)),
        (["D"], ()),
        ("D1:2", ("D1:2",)),
        (None, ()),
    ],
)
def test_malformed_evidence_is_repaired(evidence: object, labels: tuple[str, ...]) -> None:
    assert labels_of(evidence) == labels


def test_locomo_gives_evidence_by_turn_and_by_session() -> None:
    [case] = locomo_cases("locomo.json", [SAMPLE])

    first = case.questions[0]
    assert (first.id, first.category, first.answer) == ("conv-1/1", "1", "Oslo")
    assert first.gold == ("D1:1", "D2:1")
    assert first.sessions == ("conv-1/session-1", "conv-1/session-2")


def test_adversarial_questions_have_no_evidence() -> None:
    [case] = locomo_cases("locomo.json", [SAMPLE])

    assert case.questions[1].unanswerable
    assert case.questions[1].gold == ()


def test_turns_without_words_and_turns_that_are_not_there_are_no_evidence() -> None:
    [case] = locomo_cases("locomo.json", [SAMPLE])

    assert case.questions[2].gold == ()
    assert case.questions[2].answer == "3"


def test_dialogues_have_kinds() -> None:
    asked: list[dict[str, Any]] = [
        {"question": "Who?", "answer": "", "evidence": [], "kind": "unanswerable"}
    ]
    [case] = locomo_cases("ours.json", {**SAMPLE, "qa": asked})

    assert case.questions[0].category == "unanswerable"
    assert case.questions[0].unanswerable


def test_a_lost_message_of_realtalk_still_has_its_session() -> None:
    def message(label: str) -> dict[str, str]:
        said_at = "29.12.2023, 22:42:04"
        return {"clean_text": "Hey", "speaker": "Emi", "date_time": said_at, "dia_id": label}

    chat = {
        "name": {"speaker_1": "Emi", "speaker_2": "Elise"},
        "session_1": [message("D1:1"), message("D1:9")],
        "session_2": [message("D1:12"), message("D2:1")],
        "qa": [{"question": "Who?", "answer": "Emi", "evidence": ["D1:13"], "category": 1}],
    }
    [case] = realtalk_cases("Chat_1.json", chat)

    assert case.questions[0].gold == ()
    assert case.questions[0].sessions == ("Chat_1/session-2",)


def test_beam_takes_its_questions_from_the_file_beside_the_chat(tmp_path: Path) -> None:
    chat = [
        {
            "batch_number": 1,
            "time_anchor": "March-15-2024",
            "turns": [[{"role": "user", "id": 7, "content": "My sprint ends on Friday."}]],
        }
    ]
    probes = {
        "abstention": [{"question": "Who?", "ideal_response": "Nobody said."}],
        "knowledge_update": [
            {"question": "When?", "answer": "Friday", "source_chat_ids": {"a": [7], "b": [8]}}
        ],
    }
    (tmp_path / "probing_questions.json").write_text(json.dumps(probes), "utf-8")

    [case] = beam_cases(str(tmp_path / "chat.json"), chat)

    unknown, known = case.questions
    assert unknown.unanswerable
    assert unknown.answer == "Nobody said."
    assert (known.category, known.gold) == ("knowledge_update", ("7",))


def test_longmemeval_marks_evidence_in_the_haystack() -> None:
    record: dict[str, Any] = {
        "question_id": "q1",
        "question_type": "multi-session",
        "question": "How many?",
        "answer": 2,
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": ["s2", "s1"],
        "haystack_dates": ["2023/05/30 (Tue) 23:40", "2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [
            [{"role": "assistant", "content": "Hello."}],
            [{"role": "user", "content": "Hi."}, {"role": "user", "content": "2", "has_answer": 1}],
        ],
        "answer_session_ids": ["s1"],
    }
    known, unknown = longmemeval_cases("lme.json", [record, {**record, "question_id": "q1_abs"}])

    [question] = known.questions
    assert (question.gold, question.sessions, question.answer) == (("s1:2",), ("s1",), "2")
    assert question.asked_at is not None
    assert question.asked_at.isoformat() == "2023-06-01T10:00:00+00:00"
    assert unknown.questions[0].unanswerable
    assert unknown.questions[0].gold == ()


FACTS = [
    Fact(0, "The capital of Romania is Bucharest."),
    Fact(1, "The capital of Japan is Tokyo."),
    Fact(2, "Ann lives in Rajanpur."),
    Fact(3, "The capital of Romania is Rajanpur."),
]


def test_the_fact_of_an_answer_shares_most_words_with_the_question() -> None:
    assert answering("What is the capital of Romania?", "Rajanpur", FACTS) == FACTS[3]


def test_a_fact_replaces_earlier_ones_of_the_same_subject_and_relation() -> None:
    assert replaced_by(FACTS[3], "Rajanpur", FACTS) == [FACTS[0]]
    assert replaced_by(FACTS[1], "Tokyo", FACTS) == []


def test_only_single_hop_questions_have_evidence() -> None:
    file = {
        "context": "Facts:\n" + "\n".join(f"{fact.number}. {fact.text}" for fact in FACTS),
        "questions": ["What is the capital of Romania?"],
        "answers": [["Rajanpur"]],
    }
    [single] = factconsolidation_cases("f.json", {"id": "facts_sh_6k", **file})
    [multi] = factconsolidation_cases("f.json", {"id": "facts_mh_6k", **file})

    assert (single.questions[0].gold, single.questions[0].older) == (("3",), ("0",))
    assert multi.questions[0].gold == ()


def test_the_shipped_dialogues_have_evidence_for_every_question_with_an_answer() -> None:
    cases = read_suite(Suite.DIALOGUES, [DIALOGUES])

    assert len(cases) >= 6
    for case in cases:
        assert all(bool(one.gold) is not one.unanswerable for one in case.questions)


def test_a_file_of_another_suite_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]", "utf-8")

    for suite in Suite:
        with pytest.raises(InvalidRequest, match=r"a\.json"):
            read_suite(suite, [tmp_path / "a.json"])


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="no JSON file of locomo"):
        read_suite(Suite.LOCOMO, [tmp_path])
