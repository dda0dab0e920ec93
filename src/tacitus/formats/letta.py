"""Letta and MemGPT: agent files (.af): messages, memory blocks, and archival passages if they are in.

Read against the schema of Letta 0.11 and later (`AgentFileSchema`: agents, blocks, files) and that of
the files before it, which hold one agent with its `core_memory`.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from pydantic import BaseModel, ConfigDict

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.foreign import Foreign
from tacitus.domain.ids import DocumentId
from tacitus.formats.jsons import shaped
from tacitus.formats.moments import read_moment

_SPEAKING = "send_message"
"""The tool by which agents of MemGPT speak."""
_SAID = "user_message"


class _Block(BaseModel):
    model_config = ConfigDict(extra="ignore")

    label: str
    value: str = ""
    description: str | None = None


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore")

    role: str
    content: list[dict[str, Any]] | str | None = None
    text: str | None = None
    name: str | None = None
    created_at: str | None = None
    tool_calls: list[dict[str, Any]] | None = None


class _Passage(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str
    id: str | None = None
    created_at: str | None = None
    tags: list[str] | None = None


class _Agent(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: str = "agent"
    messages: list[_Message] = []
    core_memory: list[_Block] = []
    passages: list[_Passage] = []
    archival_memory: list[_Passage] = []


class _File(BaseModel):
    model_config = ConfigDict(extra="ignore")

    file_name: str | None = None
    content: str | None = None


class _AgentFile(BaseModel):
    model_config = ConfigDict(extra="ignore")

    agents: list[_Agent]
    blocks: list[_Block] = []
    files: list[_File] = []
    tools: list[object] = []


def is_letta(value: object) -> bool:
    """Whether a JSON value is an agent file, of the newer layout or the older."""
    whole = cast(dict[str, object], value) if isinstance(value, dict) else {}
    newer = {"agents", "blocks"} <= whole.keys()
    return newer or {"core_memory", "messages", "agent_type"} <= whole.keys()


def read_letta(source: str, value: object) -> Foreign:
    """Read an agent's conversation, each of its memory blocks, its passages and files as documents.

    Raises:
        InvalidRequest: Something has another shape; the message says where.
    """
    whole = cast(dict[str, object], value)
    if "agents" not in whole:
        whole = {"agents": [whole], "tools": whole.get("tools") or []}
    file = shaped(source, whole, _AgentFile)
    left = Counter[str]()
    blocks = [*file.blocks, *(block for agent in file.agents for block in agent.core_memory)]
    items = [
        *(_block_item(block, n) for n, block in enumerate(blocks) if block.value.strip()),
        *_passages(source, file),
        *(item for agent in file.agents for item in _conversation(source, agent, left)),
        *(_file_item(one, n) for n, one in enumerate(file.files, 1) if (one.content or "").strip()),
    ]
    left["empty memory blocks"] = sum(not block.value.strip() for block in blocks)
    left["files without their text"] = sum(not (one.content or "").strip() for one in file.files)
    left["tools"] = len(file.tools)
    return Foreign(system="Letta", items=tuple(items), left_out=+left)


def _block_item(block: _Block, number: int) -> RetainItem:
    return RetainItem(
        content=block.value.strip(),
        document=DocumentId(f"letta:block:{block.label}:{number}"),
        context=block.description or f"memory block {block.label}",
        tags=(f"block:{block.label}",),
    )


def _file_item(file: _File, number: int) -> RetainItem:
    name = file.file_name or f"file {number}"
    return RetainItem(content=file.content or "", document=DocumentId(f"letta:file:{name}"))


def _passages(source: str, file: _AgentFile) -> Iterator[RetainItem]:
    passages = [one for agent in file.agents for one in (*agent.passages, *agent.archival_memory)]
    for number, one in enumerate(passages, 1):
        if one.text.strip():
            yield RetainItem(
                content=one.text,
                document=DocumentId(f"letta:passage:{one.id or number}"),
                timestamp=read_moment(
                    f"{source}: passage {number}", one.created_at or "", (), None
                ),
                tags=tuple(dict.fromkeys(one.tags or ())),
            )


def _conversation(source: str, agent: _Agent, left: Counter[str]) -> Iterator[RetainItem]:
    turns = [
        turn
        for number, message in enumerate(agent.messages, 1)
        for turn in _turns(f"{source}: message {number}", message, agent.name, left)
    ]
    if turns:
        yield RetainItem(
            content=tuple(turns),
            document=DocumentId(f"letta:messages:{agent.name}"),
            timestamp=turns[0].at,
        )


def _turns(source: str, message: _Message, agent: str, left: Counter[str]) -> Iterator[Turn]:
    at = read_moment(source, message.created_at or "", (), None)
    text = _text(message)
    match message.role:
        case "user":
            if said := _said(text):
                yield Turn(text=said, speaker=message.name or "User", role=Role.USER, at=at)
            else:
                left["notices to the agent"] += 1
        case "assistant":
            spoken = [words for call in message.tool_calls or () if (words := _spoken(call))]
            left["calls of tools"] += len(message.tool_calls or ()) - len(spoken)
            # What an agent that speaks by a tool writes beside it, it thinks.
            thought = bool(text.strip() and message.tool_calls)
            left["thoughts of the agent"] += thought
            for words in spoken or ([] if thought else [text]):
                if words.strip():
                    yield Turn(text=words, speaker=agent, role=Role.ASSISTANT, at=at)
        case other:
            left["instructions to the agent" if other == "system" else "answers of tools"] += 1


def _text(message: _Message) -> str:
    if isinstance(message.content, list):
        return "\n".join(str(part.get("text") or "") for part in message.content)
    return message.content or message.text or ""


def _said(text: str) -> str:
    """Return what a person said, whom the agent is told of in JSON; nothing for other notices."""
    if not text.lstrip().startswith("{"):
        return text.strip()
    try:
        told: Any = json.loads(text)
    except ValueError:
        return text.strip()
    if isinstance(told, dict) and "type" in told:
        notice = cast(dict[str, object], told)
        return str(notice.get("message") or "").strip() if notice["type"] == _SAID else ""
    return text.strip()


def _spoken(call: dict[str, Any]) -> str:
    function = cast(dict[str, Any], call.get("function") or {})
    if function.get("name") != _SPEAKING:
        return ""
    try:
        given: Any = json.loads(function.get("arguments") or "{}")
    except ValueError:
        return ""
    return (
        str(cast(dict[str, object], given).get("message") or "") if isinstance(given, dict) else ""
    )
