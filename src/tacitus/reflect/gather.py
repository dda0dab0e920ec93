"""Step 1 of reflect: the memories an answer may rest on."""

from dataclasses import replace

from tacitus.domain.banks import Bank
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.ports.recall import Recaller
from tacitus.reflect.gathered import Gathered


async def gather(bank: Bank, question: str, options: RecallOptions, recall: Recaller) -> Gathered:
    """Recall what bears on a question: evidence, observations and earlier opinions.

    Where networks are chosen, only those.
    """
    filters = options.filters
    if filters.networks == Filters().networks:
        filters = replace(filters, networks=filters.networks | {Network.OPINION})
    found = await recall.run(bank, question, replace(options, filters=filters))
    return Gathered(
        recollection=found, memories=tuple(candidate.memory for candidate in found.kept)
    )
