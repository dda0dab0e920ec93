"""What a bank's own configuration makes of a question."""

from tacitus.domain.bank_config import recall_options
from tacitus.domain.banks import BankChange
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Channel, Filters, RecallOptions
from tacitus.engine import Engine
from tests.tables import table

CHANNELS = frozenset(Channel)
ASKED = RecallOptions(
    filters=Filters(networks=frozenset({Network.WORLD})), rerank_seconds=2.0, explain=True
)


@table(
    "setting, channel",
    [
        ("enable_text_search", Channel.KEYWORD),
        ("enable_temporal_retrieval", Channel.TEMPORAL),
        ("enable_graph_retrieval", Channel.GRAPH),
    ],
)
def test_a_bank_can_switch_a_channel_off(setting: str, channel: Channel) -> None:
    assert recall_options({setting: False}, ASKED).channels == CHANNELS - {channel}
    assert recall_options({setting: True}, ASKED) == ASKED


def test_a_bank_can_switch_reranking_off() -> None:
    assert recall_options({"enable_reranking": False}, ASKED).rerank_seconds == 0
    assert recall_options({"enable_reranking": True}, ASKED).rerank_seconds == 2.0


def test_a_bank_switches_nothing_on_that_a_question_leaves_out() -> None:
    asked = RecallOptions(channels=frozenset({Channel.KEYWORD}), rerank_seconds=0)
    on = {"enable_graph_retrieval": True, "enable_reranking": True}

    assert recall_options(on, asked) == asked


def test_a_bank_that_says_nothing_changes_nothing() -> None:
    assert recall_options({}, ASKED) == ASKED


async def test_recall_leaves_out_a_channel_that_the_bank_switched_off(engine: Engine) -> None:
    await engine.retain("notes", "Ana lives in Oslo.")

    before = await engine.recall("notes", "Where does Ana live?")
    await engine.set_bank("notes", BankChange(config={"enable_text_search": False}))
    after = await engine.recall("notes", "Where does Ana live?")

    assert Channel.KEYWORD in before.kept[0].hits
    assert all(Channel.KEYWORD not in candidate.hits for candidate in after.kept)
