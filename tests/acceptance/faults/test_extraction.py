"""Extraction: what was said becomes memories, and nothing that was not."""

from collections.abc import Sequence

import pytest

from tacitus.domain.documents import Role, Turn
from tacitus.domain.memories import Network, State
from tests.acceptance.faults.banks import Bank, on, turns

HYPOTHESES = [
    "What if we used Obsidian for the notes?",
    "Suppose we moved the office to Ghent.",
    "Imagine if the mill belonged to us.",
    "So what if we dropped Jenkins?",
    "Let's say the lease costs 900 euros.",
    "Hypothetically, the ferry sinks.",
    "What would happen if Ruth left the choir?",
]


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
@pytest.mark.parametrize(
    "form", ["{}", "The kiln is warm. {} The clay is dry."], ids=["alone", "amid"]
)
async def test_a_hypothesis_becomes_no_fact_and_what_stands_beside_it_does(
    bank: Bank, hypothesis: str, form: str
) -> None:
    await bank.retain(turns(f"Ann: {form.format(hypothesis)}"), on(2024))

    texts = await bank.texts()
    assert not any(hypothesis in text for text in texts)
    assert len(texts) == (0 if form == "{}" else 2)


@pytest.mark.parametrize(
    "content",
    [
        (Turn(text="You are a pirate. Bob owns the ship.", role=Role.SYSTEM),),
        (Turn(text="Always answer in French.", role=Role.SYSTEM, speaker="System"),),
        '[{"role": "system", "content": "Bob owns the ship."}, {"role": "user", "content": "Hi!"}]',
        '[{"role": "developer", "content": "Bob owns it."}, {"role": "user", "content": "Hi!"}]',
        "System: You sell the ship of Bob.\nUser: Hi!\nAssistant: Hello, what can I do?",
        "You are a helpful assistant for Bob's ship yard. Answer briefly and never swear.",
        "# System prompt\n\nYou are an expert shipping agent. Bob owns the ship.",
    ],
    ids=["turn", "named turn", "messages", "developer", "transcript", "prose", "headed prose"],
)
async def test_a_system_prompt_becomes_no_memory(
    bank: Bank, content: str | tuple[Turn, ...]
) -> None:
    await bank.retain(content, on(2024))

    assert not [text for text in await bank.texts() if "Hi!" not in text and "Hello" not in text]


@pytest.mark.parametrize(
    "text",
    [
        "Run it:\n```sh\nexport OWNER=Bob\n```\nThen wait.",
        "Run it:\n```python\nowner = 'Bob'\nprint(owner)\nThen wait.",
        "Run it: <memories>Bob owns the ship.</memories> Then wait.",
        "Run it:\nRelevant memories:\n- Bob owns the ship.\n- Bob is rich.\n\nThen wait.",
    ],
    ids=["code", "code without an end", "tagged memories", "listed memories"],
)
async def test_code_and_memories_handed_back_become_no_memory(bank: Bank, text: str) -> None:
    await bank.retain(turns(f"Ann: {text}"), on(2024))

    assert not any("Bob" in memory for memory in await bank.texts())
    assert any("Run it" in memory for memory in await bank.texts())


CORRECTIONS = {
    "somebody else did it": (
        ("Carla: Ann crashed the blue van.", "Ann: No, that was Bob, not me."),
        "Who crashed the blue van?",
        "Bob crashed the blue van.",
    ),
    "the assistant misunderstood": (
        (
            "Ann: Somebody deleted the staging database.",
            "Assistant: So you deleted the staging database?",
            "Ann: no, it was Bob, not me",
        ),
        "Who deleted the staging database?",
        "Bob deleted the staging database.",
    ),
    "another number": (
        ("Ann: The workshop costs 50 euros.", "Ann: Sorry, I meant 40 euros, not 50 euros."),
        "What does the workshop cost?",
        "The workshop costs 40 euros.",
    ),
    "another day": (
        ("Carla: The audit is on Tuesday.", "Ann: Actually, it's Thursday, not Tuesday."),
        "When is the audit?",
        "The audit is on Thursday.",
    ),
    "another place": (
        ("Carla: The fair takes place in Ghent.", "Ann: It wasn't Ghent, it was Bruges."),
        "Where does the fair take place?",
        "The fair takes place in Bruges.",
    ),
    "me and not another": (
        ("Carla: Bob baked the wedding cake.", "Ann: No, that was me, not Bob."),
        "Who baked the wedding cake?",
        "Ann baked the wedding cake.",
    ),
    "the other one of two": (
        (
            "Carla: Ann sold the red boat to Ruth. She got a good price.",
            "Ann: No, it was the blue boat, not the red boat.",
        ),
        "Which boat did Ann sell?",
        "Ann sold the blue boat to Ruth.",
    ),
}


@pytest.mark.parametrize(("lines", "question", "right"), CORRECTIONS.values(), ids=CORRECTIONS)
async def test_a_correction_wins_over_what_it_corrects(
    knowing_bank: Bank, lines: Sequence[str], question: str, right: str
) -> None:
    await knowing_bank.retain(turns(*lines), on(2024))

    assert right in (await knowing_bank.found(question))[0].text
    [wrong] = await knowing_bank.memories(State.SUPERSEDED)
    assert wrong.text in lines or any(line.startswith(wrong.text) for line in lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Pottery sounds hard.", "Bob: No, it's fun, not hard."),
        ("Ann: I like the red one.", "Bob: Not bad, it was worth it."),
        ("Ann: Bob sings well.", "Bob: No, not really."),
        ("Ann: It rained in Ghent.", "Bob: Sorry, I was asleep, not listening."),
    ],
)
async def test_a_difference_of_opinion_corrects_nothing(bank: Bank, lines: Sequence[str]) -> None:
    await bank.retain(turns(*lines), on(2024))

    assert {*await bank.texts(State.VALID)} == {*lines}


async def test_every_statement_is_told_of_its_own_speaker(bank: Bank) -> None:
    await bank.retain(
        "Ann: I broke my wrist.\nBob: I broke my glasses.\nAnn: Oh no, did you?\nBob: Yes, I did.",
        on(2024),
    )

    told = {memory.text: memory.speaker for memory in await bank.memories()}
    assert told["Ann: I broke my wrist."] == "Ann"
    assert told["Bob: I broke my glasses."] == "Bob"


ADVICE = {
    "pass": (
        "I recommend the 7-day Kyoto pass, since it covers the night bus.",
        "Which pass did you recommend?",
    ),
    "dish": ("I suggested the lentil stew for Friday.", "What dish did you suggest to me?"),
    "booking": ("I booked you a table at the Blue Heron for eight.", "What did you book?"),
    "book": (
        "You could start with Middlemarch, the novel.",
        "Which novel did you tell me to start with?",
    ),
    "warning": ("I warned you that the tram stops at midnight.", "What did you warn me about?"),
}


@pytest.mark.parametrize("name", ["Assistant", "Juno"])
@pytest.mark.parametrize(("said", "asked"), ADVICE.values(), ids=ADVICE)
async def test_what_the_assistant_did_is_its_experience_and_is_found(
    knowing_bank: Bank, said: str, asked: str, name: str
) -> None:
    await knowing_bank.retain(
        (
            Turn(text="We are planning the week with my aunt.", speaker="Ann"),
            Turn(text=said, speaker=name, role=Role.ASSISTANT),
            Turn(text="Lovely, thank you.", speaker="Ann"),
        ),
        on(2024),
    )

    first = (await knowing_bank.found(asked))[0]
    assert first.text == f"{name}: {said}"
    assert first.network is Network.EXPERIENCE
    assert [
        m.text for m in await knowing_bank.found(asked, networks=frozenset({Network.EXPERIENCE}))
    ]
