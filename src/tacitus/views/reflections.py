"""What reflect gives back, as a body."""

from tacitus.domain.reflection import Mode, Reflection
from tacitus.views.memories import answering_memory
from tacitus.wire import (
    AnsweredSentence,
    BasedOn,
    FormedOpinion,
    ReflectRequest,
    ReflectResponse,
    ReflectTrace,
    Usage,
)

_NO_SHAPES = "Answers in the shape of a schema are not offered; the text is the answer"


def reflected(bank: str, reflection: Reflection, body: ReflectRequest) -> ReflectResponse:
    """Return the answer with its audit; the memories only where they were asked for."""
    usage = reflection.usage
    return ReflectResponse(
        text=reflection.text,
        based_on=_based_on(bank, reflection) if body.include.facts is not None else None,
        structured_output=None if reflection.structured is None else {**reflection.structured},
        structured_output_error=reflection.structured_error or None,
        usage=Usage.of(usage.input_tokens, usage.output_tokens),
        calls=usage.calls,
        trace=ReflectTrace() if body.include.tool_calls is not None else None,
        mode="model" if reflection.mode is Mode.MODEL else "extractive",
        abstained=reflection.abstained,
        missing=reflection.missing or None,
        sentences=[
            AnsweredSentence(
                text=sentence.text,
                citations=[str(id) for id in sentence.citations],
                support=sentence.support.value,
                superseded=[str(id) for id in sentence.superseded],
            )
            for sentence in reflection.sentences
        ],
        opinions=[
            FormedOpinion(
                text=opinion.text,
                confidence=opinion.confidence,
                drawn_from=[str(id) for id in opinion.drawn_from],
            )
            for opinion in reflection.opinions
        ],
    )


def _based_on(bank: str, reflection: Reflection) -> BasedOn:
    facts = [
        answering_memory(bank, memory, reflection.relevance.get(memory.id))
        for memory in reflection.based_on
    ]
    rules: list[dict[str, object]] = [
        {"id": str(one.id), "name": one.name, "content": one.content}
        for one in reflection.directives
    ]
    return BasedOn(memories=facts, directives=rules)
