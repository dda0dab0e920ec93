"""What a benchmark is made of: conversations, and questions whose evidence is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tacitus.domain.documents import RetainItem, Turn
from tacitus.formats import Conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question put to one conversation.

    Attributes:
        id: Unique within a suite.
        gold: Labels of the turns that hold the answer; empty where nothing does, or nobody says.
        sessions: Ids of the documents that hold the answer; may be known where the turns are not.
        older: Labels of turns whose statement the gold turn replaces; they must come after it.
        answer: The gold answer as text.
        category: As the benchmark calls it.
        asked_at: When it is asked; None is the end of the conversation.
        unanswerable: The benchmark says that the conversation holds no answer.
    """

    id: str
    text: str
    gold: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    answer: str = ""
    category: str = ""
    asked_at: datetime | None = None
    unanswerable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A conversation to retain and the questions to ask of it."""

    conversation: Conversation
    questions: tuple[Question, ...]

    @property
    def name(self) -> str:
        return self.conversation.name

    @property
    def turns(self) -> dict[str, Turn]:
        """The turns with a text, by label."""
        return {turn.label: turn for _, turn in _spoken(self.conversation)}

    @property
    def sessions(self) -> dict[str, str]:
        """Id of the document that each turn stands in, by the turn's label."""
        return {turn.label: str(item.document) for item, turn in _spoken(self.conversation)}

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who speaks, in the order in which they are first heard."""
        heard = (turn.speaker for _, turn in _spoken(self.conversation) if turn.speaker)
        return tuple(dict.fromkeys(heard))

    @property
    def ended_at(self) -> datetime | None:
        """When the last document was said or written."""
        times = [item.timestamp for item in self.conversation.documents if item.timestamp]
        return max(times, default=None)


def placed(question: Question, sessions: Mapping[str, str]) -> Question:
    """Return the question with its evidence held against the turns that there are.

    A turn that is not in the conversation, or has no text, is no evidence that anybody could find;
    its session still is, where there is one.

    Args:
        sessions: Document of each turn by the turn's label.
    """
    gold = tuple(dict.fromkeys(label for label in question.gold if label in sessions))
    known = frozenset(sessions.values())
    named = (*(sessions[label] for label in gold), *(s for s in question.sessions if s in known))
    return Question(
        id=question.id,
        text=question.text,
        gold=gold,
        sessions=tuple(dict.fromkeys(named)),
        older=question.older,
        answer=question.answer,
        category=question.category,
        asked_at=question.asked_at,
        unanswerable=question.unanswerable,
    )


def case_of(conversation: Conversation, questions: Sequence[Question]) -> Case:
    """Join a conversation and its questions, these with their evidence placed."""
    bare = Case(conversation=conversation, questions=())
    sessions = bare.sessions
    return Case(
        conversation=conversation,
        questions=tuple(placed(question, sessions) for question in questions),
    )


def _spoken(conversation: Conversation) -> list[tuple[RetainItem, Turn]]:
    return [
        (item, turn)
        for item in conversation.documents
        if not isinstance(item.content, str)
        for turn in item.content
        if turn.label and turn.text.strip()
    ]
