"""What an answer may rest on."""

from dataclasses import dataclass, field

from tacitus.domain.banks import Bank
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters, Query, RecallOptions, Recollection
from tacitus.reflect.gather import gather
from tests.builders import NOON, a_bank
from tests.tables import table


@dataclass(frozen=True, slots=True)
class Noting:
    """A recall that finds nothing and notes what it was asked for."""

    asked: list[RecallOptions] = field(default_factory=list[RecallOptions])

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        self.asked.append(options)
        query = Query(
            text=question,
            bank=bank,
            terms=(),
            time=None,
            names=(),
            asked_at=NOON,
            filters=options.filters,
        )
        return Recollection(query=query, kept=(), tokens=0)


@table(
    "chosen, read",
    [
        (Filters().networks, set(Network)),
        ({Network.WORLD}, {Network.WORLD}),
        ({Network.WORLD, Network.EXPERIENCE}, {Network.WORLD, Network.EXPERIENCE}),
        ({Network.OPINION}, {Network.OPINION}),
        (set(Network), set(Network)),
    ],
)
async def test_opinions_held_are_read_unless_networks_are_chosen(
    chosen: set[Network], read: set[Network]
) -> None:
    recall = Noting()
    options = RecallOptions(filters=Filters(networks=frozenset(chosen)))

    await gather(a_bank(), "Is it?", options, recall)

    [asked] = recall.asked
    assert asked.filters.networks == read
