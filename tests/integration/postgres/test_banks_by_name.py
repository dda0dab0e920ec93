"""Whatever a server remembers of a bank, it answers from the bank that has the name by now."""

import pytest

from tacitus.bootstrap import open_runtime
from tacitus.domain.banks import BankChange
from tacitus.domain.errors import BankNotFound
from tacitus.engine import Engine
from tacitus.settings import Settings


async def texts(engine: Engine, bank: str) -> list[str]:
    found = await engine.recall(bank, "Where does Ann live?")
    return [one.memory.text for one in found.kept]


async def test_what_another_server_did_to_a_bank_holds_at_the_next_recall(
    new_database: str,
) -> None:
    settings = Settings(database_url=new_database)
    async with open_runtime(settings) as here, open_runtime(settings) as there:
        mine, theirs = here.engine, there.engine
        await mine.retain("ann", "Ann lives in Rome.")
        assert await texts(mine, "ann") == ["Ann lives in Rome."]

        await theirs.set_bank("ann", BankChange(config={"budget": "high", "mark": "theirs"}))
        found = await mine.recall("ann", "Where does Ann live?")
        assert found.query.bank.config["mark"] == "theirs"

        await theirs.delete_bank("ann")
        with pytest.raises(BankNotFound):
            await mine.recall("ann", "Where does Ann live?")

        await theirs.retain("ann", "Ann lives in Oslo.")
        assert await texts(mine, "ann") == ["Ann lives in Oslo."]
