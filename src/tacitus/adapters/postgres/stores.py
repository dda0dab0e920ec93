"""Opening a database: connect, migrate, and one store for each port."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from procrastinate import PsycopgConnector

from tacitus.adapters.postgres.access import Keys
from tacitus.adapters.postgres.audit import AuditLog
from tacitus.adapters.postgres.banks import Banks
from tacitus.adapters.postgres.curating import Curation
from tacitus.adapters.postgres.database import Database, connect_arguments, open_database
from tacitus.adapters.postgres.documents import Documents
from tacitus.adapters.postgres.entities import Entities
from tacitus.adapters.postgres.erasing import Erasing
from tacitus.adapters.postgres.feedback import GivenFeedback
from tacitus.adapters.postgres.identity import Identities
from tacitus.adapters.postgres.index import Index
from tacitus.adapters.postgres.jobs import Jobs, open_connector
from tacitus.adapters.postgres.memories import Memories
from tacitus.adapters.postgres.migrating import migrate
from tacitus.adapters.postgres.moving import Moving
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.adapters.postgres.opinions import Opinions
from tacitus.adapters.postgres.pictures import Pictures
from tacitus.adapters.postgres.queue import Queue
from tacitus.adapters.postgres.reembedding import Reembedding
from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.adapters.postgres.standing import Standing
from tacitus.adapters.postgres.surveying import Surveys
from tacitus.adapters.postgres.webhooks import Webhooks
from tacitus.adapters.postgres.working import Worker
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores


@asynccontextmanager
async def open_postgres(
    url: str, *, clock: Clock, connections: int = 10, embedder: str | None = None
) -> AsyncGenerator[Stores]:
    """Bring a database up to date and open it.

    Args:
        url: Address for libpq: `postgresql://user:password@host/database`.
        connections: Most connections held at a time; a worker listens on one more.
        embedder: That which all vectors are made by: into a bank of another one, none is written.

    Raises:
        Misconfigured: The address makes no sense, or the database cannot be used as it is.
        StorageUnavailable: The database cannot be reached.
    """
    arguments = connect_arguments(url)
    if embedder:
        spelt = embedder.replace("\\", "\\\\").replace(" ", "\\ ")
        arguments["options"] += f" -c tacitus.embedder={spelt}"
    await migrate(arguments)
    async with open_database(arguments, connections) as database:
        connector = await open_connector(database)
        pictures = Pictures(database)
        try:
            yield _over(database, connector, pictures, clock)
        finally:
            await pictures.close()


def _over(
    database: Database, connector: PsycopgConnector, pictures: Pictures, clock: Clock
) -> Stores:
    jobs = Jobs(connector, clock)
    nearest = Nearest(database)
    return Stores(
        banks=Banks(database),
        documents=Documents(database),
        memories=Memories(database, nearest, jobs),
        entities=Entities(database),
        identities=Identities(database, jobs),
        opinions=Opinions(database),
        index=ResidentIndex(pictures, Index(database, nearest), clock),
        queue=Queue(database, Worker(database, connector, nearest, clock), jobs, clock),
        surveys=Surveys(database),
        curation=Curation(database),
        standing=Standing(database),
        webhooks=Webhooks(database),
        feedback=GivenFeedback(database),
        audit=AuditLog(database),
        forgetting=Erasing(database),
        keys=Keys(database),
        moving=Moving(database),
        reembedding=Reembedding(database),
        isolation=database.isolation,
        pool=database.state,
    )
