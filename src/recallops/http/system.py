"""Routes of the application itself."""

from fastapi import APIRouter
from pydantic import BaseModel

from recallops.http.seams import RuntimeSeam

router = APIRouter(prefix="/api", tags=["system"])


class MemoryView(BaseModel):
    """Where the memory is, and whether it answers."""

    url: str
    bank: str
    ok: bool


class SettingsView(BaseModel):
    """What the application works with."""

    memory: MemoryView
    model: str | None
    database: str
    version: str


class HealthView(BaseModel):
    """Whether the application and its memory answer."""

    ok: bool
    memory: bool


@router.get("/settings")
async def get_settings(runtime: RuntimeSeam) -> SettingsView:
    """Say what the application works with."""
    tools = runtime.casebook.tools
    state = await tools.memory.state()
    return SettingsView(
        memory=MemoryView(url=state.url, bank=state.bank, ok=state.ok),
        model=tools.model.name if tools.model else None,
        database=runtime.database,
        version=runtime.version,
    )


@router.get("/health")
async def get_health(runtime: RuntimeSeam) -> HealthView:
    """Say whether all is well."""
    state = await runtime.casebook.tools.memory.state()
    return HealthView(ok=True, memory=state.ok)
