"""Step 1 of recall: a question to everything the channels need of it."""

from dataclasses import replace
from datetime import datetime

from tacitus.domain.banks import Bank
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.names import fold, names_in
from tacitus.domain.recollection import Query, RecallOptions
from tacitus.domain.terms import terms
from tacitus.domain.time import parse_question_time
from tacitus.ports.models import Embedder
from tacitus.ports.storage import EntityStore

MAX_CHARACTERS = 16_000
"""Of a longer question, the beginning and the end are read."""
MAX_TERMS = 96


async def understand(
    question: str,
    bank: Bank,
    options: RecallOptions,
    embedder: Embedder,
    entities: EntityStore,
    now: datetime,
) -> Query:
    """Read a question.

    Raises:
        InvalidRequest: It holds no word, or half a character.
    """
    text = _readable(question)
    asked_at = options.asked_at or options.filters.as_of or now
    names = tuple(dict.fromkeys(fold(surface.text) for surface in names_in(text, ())))
    known = await entities.alike(bank.id, names) if names else []
    [vector] = await embedder.embed([text])
    return Query(
        text=text,
        bank=bank,
        vector=vector,
        terms=tuple(dict.fromkeys(terms(text)))[:MAX_TERMS],
        time=parse_question_time(text, asked_at=asked_at),
        entities=tuple(entity.id for entity in known if _named(entity.key, entity.aliases, names)),
        names=names,
        asked_at=asked_at,
        filters=replace(options.filters),
    )


def _readable(question: str) -> str:
    text = question.strip()
    if any("\ud800" <= character <= "\udfff" or character == "\0" for character in text):
        raise InvalidRequest("The question holds a broken character")
    if not any(character.isalnum() for character in text):
        raise InvalidRequest("The question holds no word to search for")
    if len(text) > MAX_CHARACTERS:
        half = MAX_CHARACTERS // 2
        return f"{text[:half]} {text[-half:]}"
    return text


def _named(key: str, aliases: tuple[str, ...], names: tuple[str, ...]) -> bool:
    return any(name == form or name in form.split() for form in (key, *aliases) for name in names)
