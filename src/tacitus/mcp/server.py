"""The SDK's server over the tools: schemas out, calls in, errors in one line."""

import inspect
import logging
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from tacitus.domain.access import Grant
from tacitus.domain.errors import BankNotFound, ModelUnavailable, TacitusError
from tacitus.engine import Engine
from tacitus.mcp.tools import TOOLS, Tool

_LOG = logging.getLogger(__name__)
Context = ServerRequestContext[Any]
_MOST_FAULTS = 3
"""Wrong arguments that are told of at once."""


def server_over(
    engine: Engine,
    bank_of: Callable[[Context], str],
    grant_of: Callable[[Context], Grant] | None = None,
    told: Callable[[Context, str], None] | None = None,
) -> Server[Any]:
    """Return a server of the tools.

    Args:
        bank_of: Says which bank a request is about.
        grant_of: Says what who asks may do; without it everything, as whoever started the process.
        told: Hears of the tool that a request calls.
    """

    async def list_tools(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[*_described()])

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        grant = grant_of(context) if grant_of else None
        if told is not None and params.name in TOOLS:
            told(context, params.name)
        return await called(engine, bank_of(context), params, grant)

    return Server(
        "tacitus",
        title="Tacitus",
        version=version("tacitus-memory"),
        description="Long-term memory for agents.",
        instructions=resources.files("tacitus.mcp").joinpath("instructions.md").read_text("utf-8"),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


@cache
def _described() -> tuple[types.Tool, ...]:
    """Return all tools as clients see them, who ask at the start of each session."""
    return tuple(described(name, tool) for name, tool in TOOLS.items())


def described(name: str, tool: Tool[Any]) -> types.Tool:
    """Return a tool as clients see it."""
    asked = _schema(tool.asked)
    asked.pop("description", None)
    return types.Tool(
        name=name,
        title=name.capitalize(),
        description=inspect.getdoc(tool.asked),
        input_schema=asked,
        output_schema=_schema(tool.answer),
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=tool.destroys,
            idempotent_hint=tool.reads or name == "retain",
            open_world_hint=False,
        ),
    )


async def called(
    engine: Engine,
    bank: str,
    params: types.CallToolRequestParams,
    grant: Grant | None = None,
) -> types.CallToolResult:
    """Call a tool; what it refuses is an answer too, so that the model can mend its call.

    Args:
        grant: What may be done; None is everything.

    Raises:
        MCPError: There is no such tool.
    """
    tool = TOOLS.get(params.name)
    if tool is None:
        raise MCPError(types.INVALID_PARAMS, f"There is no tool '{params.name}'")
    if grant is not None:
        engine = engine.granted(grant)
        if not grant.right.covers(tool.right):
            return _refused(f"The right of the key is {grant.right}; this takes {tool.right}")
    try:
        said = tool.asked.model_validate(params.arguments or {})
        told = await tool.run(engine, bank, said)
    except ValidationError as invalid:
        return _refused(_faults(invalid))
    except TacitusError as refused:
        return _refused(_reason(refused))
    except Exception:  # noqa: BLE001 - the SDK would tell some clients what went wrong inside
        _LOG.exception("the tool %s failed", params.name)
        return _refused("Something went wrong here; the server's log says what")
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=told.text)],
        structured_content=told.structure.model_dump(mode="json", exclude_defaults=True),
    )


class _Plain(GenerateJsonSchema):
    """Leaves out titles that say no more than the name of the field."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema(mode="validation", schema_generator=_Plain)


def _refused(reason: str) -> types.CallToolResult:
    line = " ".join(reason.split())
    return types.CallToolResult(content=[types.TextContent(type="text", text=line)], is_error=True)


def _faults(invalid: ValidationError) -> str:
    found = invalid.errors(include_url=False, include_context=False, include_input=False)
    told = [
        f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']}"
        for one in found[:_MOST_FAULTS]
    ]
    return "; ".join(told)


def _reason(refused: TacitusError) -> str:
    match refused:
        case BankNotFound():
            return f"{refused}: nothing was retained in it yet. The first retain creates it."
        case ModelUnavailable():
            return f"{refused}. Try again later."
        case _:
            return str(refused)
