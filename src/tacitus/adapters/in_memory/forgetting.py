"""Taking memories out of a bank with all that hangs on them."""

from collections.abc import Iterable, Set
from dataclasses import replace

from tacitus.adapters.in_memory.beliefs import put_in_words
from tacitus.adapters.in_memory.contents import Contents, Successor
from tacitus.domain.graph import Entity
from tacitus.domain.ids import EntityId, MemoryId
from tacitus.domain.memories import Network


def forget(contents: Contents, memories: Iterable[MemoryId]) -> set[MemoryId]:
    """Remove memories, and what was made from them; return all that went.

    An observation goes with any memory it is drawn from, an opinion with the last one. What a
    memory superseded follows the next successor, or returns to valid. An entity goes with its last
    mention.
    """
    gone = _with_what_rests_on(contents, set(memories) & contents.records.keys())
    if not gone:
        return gone
    for id in gone:
        del contents.records[id]
        contents.invalidated.pop(id, None)
    contents.drawn_from = {
        made: tuple(memory for memory in basis if memory not in gone)
        for made, basis in contents.drawn_from.items()
        if made not in gone
    }
    contents.links = {
        ends: weight for ends, weight in contents.links.items() if gone.isdisjoint(ends[:2])
    }
    contents.evidence = {
        id: event
        for id, event in contents.evidence.items()
        if event.memory not in gone and event.opinion not in gone
    }
    contents.formed = {id: how for id, how in contents.formed.items() if id not in gone}
    contents.first_words = {id: one for id, one in contents.first_words.items() if id not in gone}
    contents.wordings = {key: one for key, one in contents.wordings.items() if key[0] not in gone}
    contents.history = {id: one for id, one in contents.history.items() if id not in gone}
    put_in_words(contents)
    contents.successors = _without(contents, gone)
    _forget_mentions(contents, gone)
    withdraw(contents, gone)
    return gone


def withdraw(contents: Contents, memories: Iterable[MemoryId]) -> None:
    """Take away what standing answers say or said, where it rests on some memories."""
    ids = {str(id) for id in memories}
    contents.answers = {
        id: replace(one, content="", based_on=[], seen_at=None)
        if one.content and one.rests_on(ids)
        else one
        for id, one in contents.answers.items()
    }
    contents.versions = {
        id: tuple(one for one in said if ids.isdisjoint(one.rests_on))
        for id, said in contents.versions.items()
    }


def _with_what_rests_on(contents: Contents, going: set[MemoryId]) -> set[MemoryId]:
    size = -1
    while size != len(going):
        size = len(going)
        for made, basis in contents.drawn_from.items():
            is_observation = contents.records[made].memory.network is Network.OBSERVATION
            lost = [memory for memory in basis if memory in going]
            if lost and (is_observation or len(lost) == len(basis)):
                going.add(made)
    return going


def _without(contents: Contents, gone: Set[MemoryId]) -> dict[MemoryId, Successor]:
    kept: dict[MemoryId, Successor] = {}
    for old in contents.successors.keys() - gone:
        if successor := contents.first_successor(old, among=gone):
            kept[old] = successor
    return kept


def _forget_mentions(contents: Contents, gone: Set[MemoryId]) -> None:
    touched = {entity for memory, entity in contents.mentions if memory in gone}
    contents.mentions = {
        key: surface for key, surface in contents.mentions.items() if key[0] not in gone
    }
    contents.lent = {key for key in contents.lent if key[0] not in gone}
    left = {entity for _, entity in contents.mentions}
    kept: dict[EntityId, Entity] = {
        id: entity for id, entity in contents.entities.items() if id in left or id not in touched
    }
    contents.entities = kept
