"""`tacitus entity`."""

import asyncio
import json

from tacitus.domain.memories import Network
from tacitus.reflect.observe import observe
from tests.fakes.scripted_model import ScriptedModel
from tests.unit.cli.command_line import CommandLine


def spoken_of(tacitus: CommandLine) -> None:
    for name in ("Katarina Holm", "Caterina Holm"):
        tacitus("retain", "notes", "-", stdin=f"Yesterday we met {name} at noon.".encode())


def test_entities_are_listed_most_mentioned_first(tacitus: CommandLine) -> None:
    spoken_of(tacitus)
    tacitus("retain", "notes", "-", stdin=b"Today we met Katarina Holm again.")

    listed = json.loads(tacitus("entity", "list", "notes", "--json").out)

    assert [(one["canonical_name"], one["mention_count"]) for one in listed] == [
        ("Katarina Holm", 2),
        ("Caterina Holm", 1),
    ]


def test_two_are_merged_by_name_and_split_again(tacitus: CommandLine) -> None:
    spoken_of(tacitus)

    ran = tacitus("entity", "merge", "notes", "Katarina Holm", "Caterina Holm")
    assert ran.line == "Katarina Holm stands for Caterina Holm too: 2 memories"

    ran = tacitus("entity", "split", "notes", "Caterina Holm", "Caterina Holm")
    assert ran.line == (
        "Caterina Holm is not Katarina Holm; Katarina Holm: 1 memory, Caterina Holm: 1 memory"
    )
    shown = json.loads(tacitus("entity", "show", "notes", "Katarina Holm", "--json").out)
    assert (shown["aliases"], shown["denied"]) == ([], ["caterina holm"])


def test_an_alias_is_given_and_taken_back(tacitus: CommandLine) -> None:
    spoken_of(tacitus)

    ran = tacitus("entity", "alias", "notes", "Katarina Holm", "Kat")
    assert ran.line == "Katarina Holm is also called: kat"
    assert "also called  kat" in tacitus("entity", "show", "notes", "Kat").out

    ran = tacitus("entity", "alias", "notes", "Kat", "Kat", "--remove")
    assert ran.line == "Katarina Holm is also called: nothing else"


def test_an_entity_that_nobody_knows_is_said_so(tacitus: CommandLine) -> None:
    spoken_of(tacitus)

    ran = tacitus("entity", "show", "notes", "Nobody")

    way_out = "`tacitus entity list` shows what there is"
    assert (ran.code, ran.error) == (1, f"error: Entity 'Nobody' not found: {way_out}")


def test_a_summary_that_says_less_than_is_known_by_now_is_marked(tacitus: CommandLine) -> None:
    model = ScriptedModel({"text": "Katarina Holm was met.", "drawn_from": [1]})
    engine = tacitus.runtime.engine
    spoken_of(tacitus)

    async def summarise() -> None:
        bank = await engine.bank("notes")
        katarina = await engine.identities.find("notes", "Katarina Holm")
        await observe(bank.id, katarina, model, engine.tools)

    asyncio.run(summarise())

    def marks() -> tuple[bool, ...]:
        recall = ("recall", "notes", "Who was met?", "--networks", Network.OBSERVATION)
        entity = ("entity", "show", "notes", "Katarina Holm")
        [recalled] = json.loads(tacitus(*recall, "--json").out)["results"]
        [shown] = json.loads(tacitus(*entity, "--json").out)["observations"]
        texts = [tacitus(*command).out for command in (recall, entity)]
        return (recalled["stale"], shown["stale"], *("more is known by now" in t for t in texts))

    assert marks() == (False, False, False, False)
    tacitus("retain", "notes", "-", stdin=b"Katarina Holm lives in Bergen.")
    assert marks() == (True, True, True, True)
