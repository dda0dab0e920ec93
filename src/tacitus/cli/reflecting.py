"""`tacitus reflect`: an answer, sentence by sentence, with the memories it rests on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacitus.cli.fitting import Fitted
from tacitus.cli.leanings import Bias, Calls, Schema, Trait, leaning, schema_in
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson, AsOf, Bank, From, Networks, Question, Tags, Until, filters
from tacitus.cli.recollections import memory_text, network, source, standing
from tacitus.cli.seams import Seams
from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import RecallOptions
from tacitus.domain.reflection import Mode, Reflection, ReflectOptions, Sentence, Support
from tacitus.views.dates import when
from tacitus.views.reflections import reflected
from tacitus.wire import FactsInclude, ReflectInclude, ReflectRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflecting:
    """What can be said of `tacitus reflect`."""

    bank: Bank
    question: Question
    context: Annotated[str, typer.Option(metavar="TEXT", help="What to know besides.")] = ""
    networks: Networks = None
    tags: Tags = ""
    as_of: AsOf = None
    start: From = None
    end: Until = None
    skepticism: Trait = None
    literalism: Trait = None
    empathy: Trait = None
    bias: Bias = None
    schema: Schema = None
    max_calls: Calls = 4
    json: AsJson = False


async def reflect(seams: Seams, said: Reflecting) -> None:
    """Answer a question from memory, with sources."""
    recalling = RecallOptions(filters=filters(said))
    async with seams.memory() as runtime:
        bank = await runtime.engine.bank(said.bank)
        options = ReflectOptions(
            recall=recalling,
            context=said.context,
            disposition=leaning(bank.disposition, said),
            max_calls=said.max_calls,
            response_schema=schema_in(said.schema),
        )
        answer = await runtime.engine.reflect(said.bank, said.question, options)
    if said.json:
        print_json(seams.out, reflected(said.bank, answer, with_facts(said)))
    else:
        seams.out.print(reflection_text(answer))


def with_facts(said: Reflecting) -> ReflectRequest:
    """Return what is asked as the wire says it: with the memories that the answer rests on."""
    return ReflectRequest(query=said.question, include=ReflectInclude(facts=FactsInclude()))


def reflection_text(answer: Reflection) -> RenderableType:
    """Lay out the answer, what it rests on, and what was struck or is missing."""
    numbers = _numbers(answer)
    parts: list[RenderableType] = [_answer(answer, numbers)]
    if numbers:
        parts.append(_sources(answer, numbers))
    parts += [
        Text(f"struck, unsupported: {sentence.text}", style="red")
        for sentence in answer.sentences
        if sentence.support is Support.UNSUPPORTED
    ]
    parts += [
        Text(f"opinion formed ({opinion.confidence:.2f}): {opinion.text}", style="magenta")
        for opinion in answer.opinions
    ]
    if answer.opinions:
        parts.append(Text("opinions are kept in the background: tacitus worker", style="dim"))
    if answer.structured is not None:
        parts.append(Text(json.dumps(answer.structured, ensure_ascii=False, indent=2)))
    if answer.structured_error:
        parts.append(Text(f"not put in shape: {answer.structured_error}", style="yellow"))
    parts.append(Text(_by_whom(answer), style="dim"))
    return Group(*parts)


def _numbers(answer: Reflection) -> dict[MemoryId, int]:
    """Number the memories that supported sentences cite, in order of appearance."""
    cited = [id for sentence in _supported(answer) for id in sentence.citations]
    return {id: number for number, id in enumerate(dict.fromkeys(cited), 1)}


def _supported(answer: Reflection) -> list[Sentence]:
    return [one for one in answer.sentences if one.support is Support.SUPPORTED]


def _answer(answer: Reflection, numbers: Mapping[MemoryId, int]) -> Text:
    if answer.abstained:
        return Text(f"no answer: {answer.missing or answer.text}")
    text = Text()
    for sentence in _supported(answer):
        marks = "".join(f"[{numbers[id]}]" for id in sentence.citations)
        text.append("\n" if text else "").append(printable(sentence.text)).append(
            f" {marks}", style="cyan"
        )
    if answer.missing:
        text.append(f"\nnot known: {answer.missing}", style="yellow")
    return text


def _sources(answer: Reflection, numbers: Mapping[MemoryId, int]) -> Fitted:
    quoted = answer.mode is Mode.EXTRACTIVE  # the answer is the memories, word for word
    table = Table(box=None, pad_edge=False, show_header=False, expand=not quoted)
    table.add_column(style="cyan", justify="right")
    table.add_column()
    table.add_column(min_width=11)
    table.add_column(style="dim", overflow="fold", max_width=22)
    table.add_column(ratio=1, overflow="fold")
    known = {memory.id: memory for memory in answer.based_on}
    for id, number in numbers.items():
        if id in known:
            memory = known[id]
            text = standing(memory, numbers) if quoted else memory_text(memory, numbers)
            table.add_row(f"[{number}]", network(memory), when(memory), source(memory), text)
    return Fitted(table, words=4)


def _by_whom(answer: Reflection) -> str:
    if answer.mode is Mode.EXTRACTIVE:
        return "quoted from memory: no language model is configured (TACITUS_LLM)"
    usage = answer.usage
    return (
        f"{usage.calls} calls, {usage.input_tokens:,} tokens read, {usage.output_tokens:,} written"
    )
