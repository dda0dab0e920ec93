"""One row per question: all that a figure is computed from, kept beside the summary."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import TypeAdapter

Kind = Literal["own", "foreign", "renamed"]
"""Whether a question belongs to the conversation, to another one, or to another one with this one's
names put into it."""
MAX_TOKENS = 4096
"""Ceiling of the call that is timed: the default of the API."""
LISTED = 200
"""Memories of a ranking that a row lists; all that is returned as it comes is listed as well."""
BUDGETS = (512, 1024, 2048, 4096)


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A memory in a ranking.

    Attributes:
        turns: Labels of the turns that it was read from.
        tokens: Of its text.
        relevance: P(relevant) as the memory system says, None where it says nothing.
        score: What it was ranked by.
        kept: It was also in what the system returns as it comes, within `MAX_TOKENS`.
    """

    id: str
    turns: tuple[str, ...]
    tokens: int
    relevance: float | None = None
    score: float = 0.0
    kept: bool = False
    superseded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a memory system answered to one question.

    Attributes:
        returned: The ranking as far as the system gives it, best first; no floor cuts it where the
            system can be asked so.
        tokens: Of what is returned as it comes, within `MAX_TOKENS`.
        ms: Milliseconds of that call.
        budgets: Turns returned within each budget.
        texts: What is returned as it comes, best first; not kept in the row.
    """

    returned: tuple[Returned, ...]
    tokens: int
    ms: float
    budgets: Mapping[int, tuple[str, ...]]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An answer by a language model, and the verdict on it.

    Attributes:
        right: None where no verdict could be read: counted, and never as right.
    """

    answer: str
    right: bool | None
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A question and what came of it; the fields of the question as in `Question`."""

    id: str
    kind: Kind
    conversation: str
    category: str
    question: str
    answer: str
    gold: tuple[str, ...]
    sessions: tuple[str, ...]
    older: tuple[str, ...]
    unanswerable: bool
    returned: tuple[Returned, ...]
    tokens: int
    ms: float
    budgets: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    judged: Judged | None = None

    @property
    def kept(self) -> list[Returned]:
        """What is returned as it comes."""
        return [one for one in self.returned if one.kept]


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained:
    """How long it took to retain a conversation."""

    conversation: str
    turns: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a run was made with; rows of another setup are not mixed with it.

    Attributes:
        system: Version and embedding model of the memory, or the address of the server.
        data: Digest of the conversations and questions.
        options: What was asked for on the command line, by name.
    """

    suite: str
    system: str
    data: str
    options: Mapping[str, str]


ROW = TypeAdapter(Row)
RETAINED = TypeAdapter(Retained)
SETUP = TypeAdapter(Setup)
