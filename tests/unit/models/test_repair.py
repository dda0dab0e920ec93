"""Reading what a model wrote: form is repaired, content never."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from tacitus.adapters.models.repair import Fault, read, well_formed
from tests.tables import table


class Fact(BaseModel):
    text: str
    sure: float = 1.0


class Facts(BaseModel):
    facts: list[Fact]
    note: str = ""


class Loose(BaseModel):
    """Every field may be missing."""

    kept: list[str] = Field(default_factory=list)


RAIN = Facts(facts=[Fact(text="It rains in Bergen")])
JSON = '{"facts": [{"text": "It rains in Bergen"}]}'


def reason(text: str, shape: type[BaseModel] = Facts) -> str:
    outcome = read(text, shape)
    assert isinstance(outcome, Fault)
    return outcome.reason


@table(
    "text",
    [
        pytest.param(JSON, id="as asked"),
        pytest.param(f"\ufeff\n {JSON}\n", id="byte order mark and white space"),
        pytest.param(f"Sure, here it is:\n```json\n{JSON}\n```\nAnything else?", id="fenced"),
        pytest.param(f"```\n{JSON}", id="fence never closed"),
        pytest.param(f"The facts [as asked] are {JSON} and that is all.", id="within prose"),
        pytest.param(f"Note {{x}}: {JSON} :-[", id="brackets that are no JSON around it"),
        pytest.param(f"<think>Is it {{}}? No.</think>\n{JSON}", id="thinking first"),
        pytest.param(f"<thinking>a</thinking><think>b</think>{JSON}", id="thinking twice"),
        pytest.param(f"so it rains {{...}}</think>{JSON}", id="only the end of thinking marked"),
        pytest.param('[{"text": "It rains in Bergen"}]', id="the list without its object"),
        pytest.param(f"[{JSON}]", id="the object in a list"),
        pytest.param(f'{{"result": {JSON}}}', id="one level too deep"),
        pytest.param('{"facts": [{"text": "It rains in Bergen",},],}', id="trailing commas"),
        pytest.param("{'facts': [{'text': 'It rains in Bergen'}]}", id="spelled as Python"),
        pytest.param(
            '"{\\"facts\\": [{\\"text\\": \\"It rains in Bergen\\"}]}"', id="JSON in JSON"
        ),
        pytest.param('{"facts": [{"text": "It rains in Bergen\\u0000"}]}', id="a NUL"),
    ],
)
def test_form_is_repaired(text: str) -> None:
    assert read(text, Facts) == RAIN


def test_a_raw_line_break_in_a_string_is_kept() -> None:
    assert read('{"facts": [{"text": "one\ntwo"}]}', Facts) == Facts(facts=[Fact(text="one\ntwo")])


def test_a_fence_inside_a_string_is_text() -> None:
    text = '{"facts": [{"text": "He wrote ```json\\n{}\\n``` there"}]}'

    assert read(text, Facts) == Facts(facts=[Fact(text="He wrote ```json\n{}\n``` there")])


def test_a_fence_inside_a_string_is_text_also_after_prose() -> None:
    text = 'Here: {"facts": [{"text": "He wrote ```json\\n{\\"facts\\": []}\\n```"}]}'

    assert read(text, Facts) == Facts(facts=[Fact(text='He wrote ```json\n{"facts": []}\n```')])


def test_a_comma_before_a_bracket_inside_a_string_is_text() -> None:
    assert read('{"facts": [{"text": "a,]"},]}', Facts) == Facts(facts=[Fact(text="a,]")])


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert read('{"facts": [{"text": "sun \\ud83d"}]}', Facts) == Facts(
        facts=[Fact(text="sun \ufffd")]
    )
    assert read('{"facts": [{"text": "sun \ud83d"}]}', Facts) == Facts(
        facts=[Fact(text="sun \ufffd")]
    )


def test_both_halves_of_a_character_are_joined() -> None:
    assert well_formed("\ud83d\ude00") == "\U0001f600"


def test_the_longest_answer_that_fits_counts_not_an_example_beside_it() -> None:
    text = f'Empty would be {{"facts": []}}. The answer: {JSON}. Or {{"facts": []}}.'

    assert read(text, Facts) == RAIN


@table(
    "text",
    [
        '{"facts": [{"text": "It rains in Bergen"}, {"te',
        '{"facts": [{"text": "It rains in Bergen"}',
        '```json\n{"facts": [{"text": "It rains in Bergen"}, {"text": "It sn',
        '{"facts": [{"text": "a \\"quoted',
        f'First {JSON[:-2]}, {{"text": "It rains on and on and on and on',
        '{"facts": []} was my first idea, but now: {"facts": [{"text": "It rains in Ber',
    ],
)
def test_a_cut_answer_is_not_closed_nor_its_first_half_taken(text: str) -> None:
    outcome = read(text, Facts)

    assert isinstance(outcome, Fault)
    assert outcome.cut


@table("text", ["", "  \n", "<think>and so on</think>", "<think>{} is it", "\x00"])
def test_an_answer_without_words_is_empty(text: str) -> None:
    assert reason(text) == "it was empty"


@table(
    "before, inside",
    [
        ("", 'a "b" \\ {c} [d] é ```'),
        ("Sure:\n```json\n", "e"),
        ("<think>{}</think> ", "[f"),
        ("The facts are: ", "g}"),
    ],
)
def test_no_beginning_of_an_answer_is_ever_taken_for_all_of_it(before: str, inside: str) -> None:
    facts = Facts(facts=[Fact(text=inside, sure=0.5), Fact(text="and more")], note="end")
    whole = before + facts.model_dump_json()

    assert read(whole, Facts) == facts
    for length in range(len(whole)):
        assert isinstance(read(whole[:length], Facts), Fault), whole[:length]


@given(
    st.text(max_size=20),
    st.lists(st.text(max_size=20), min_size=1, max_size=3),
    st.text(max_size=20),
)
def test_no_text_of_a_fact_is_changed_by_what_stands_around_it(
    before: str, texts: list[str], after: str
) -> None:
    facts = Facts(facts=[Fact(text=text.replace("\x00", "")) for text in texts])
    assume(not set("{[<") & set(before) and not set("{[`") & set(after))

    assert read(before + facts.model_dump_json() + after, Facts) == facts


def test_a_refusal_is_quoted() -> None:
    assert "I'm sorry, I cannot" in reason("I'm sorry, I cannot help with that.")


def test_what_does_not_fit_is_said_field_by_field() -> None:
    assert reason('{"facts": null}') == "facts: Input should be a valid list"
    assert reason('{"facts": [{"text": "a"}, {"sure": 1}]}') == "facts.1.text: Field required"


def test_only_the_first_five_complaints_are_listed() -> None:
    assert reason('{"facts": [{}, {}, {}, {}, {}, {}, {}]}').endswith("and 2 more")


@table("text", ['{"error": "overloaded"}', "{}", "[1, 2]", '"kept"'])
def test_a_shape_without_required_fields_does_not_take_just_anything(text: str) -> None:
    assert isinstance(read(text, Loose), Fault)


@table("text", ["[" * 100_000, "[" * 50_000 + "]" * 50_000, '{"a":' * 9_999])
def test_absurd_nesting_is_a_fault(text: str) -> None:
    assert isinstance(read(text, Facts), Fault)


def test_a_number_too_long_to_read_is_a_fault() -> None:
    assert isinstance(read('{"facts": ' + "9" * 5000 + "}", Facts), Fault)
