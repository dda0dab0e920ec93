"""What names somebody is found in JSON too: an end of line is no letter n before the name."""

import json

from tacitus.domain.called import Called
from tacitus.domain.forgetting import Kind
from tacitus.domain.retracting import METADATA, RUNNING, WHOLE, Saying, retraction

ANNA = Called.by(["Anna Petrova", "Anna", "Élise"])


def named(kind: Kind, part: str, text: str) -> bool:
    plan = retraction(ANNA, [Saying(kind, "1", part, text)])
    return bool(plan.whole or plan.details)


def test_a_name_is_found_however_deep_in_json_it_stands() -> None:
    wrong: list[object] = []
    for talk, expected in {
        "Tom: Hi.\nAnna: Yes.": True,
        "Tom: Hi.\tAnna": True,
        'Tom said: "Anna"': True,
        "My friend Anna\nPetrova": True,
        "Tom: Hi.\r\nÉlise: Yes.": True,
        "Tom: Hi.\nHanna: Yes.": False,
        "Tom: Hi.\nNobody: Yes.": False,
    }.items():
        told: object = talk
        for _ in range(3):
            told = json.dumps({"content": told})
            for part in (WHOLE, RUNNING):
                if named(Kind.OPERATION, part, str(told)) != expected:
                    wrong.append((talk, part, told))
    assert wrong == []


def test_of_metadata_only_what_names_it_goes() -> None:
    metadata = {"said": "Hi.\nAnna: Yes.", "Anna\tPetrova": "x", "from": "Hi.\nTom: Yes."}
    saying = Saying(Kind.DOCUMENT, "1", METADATA, json.dumps(metadata))
    [detail] = retraction(ANNA, [saying]).details
    assert json.loads(detail.left) == {"from": "Hi.\nTom: Yes."}
