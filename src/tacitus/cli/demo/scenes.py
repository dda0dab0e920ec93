"""What the demo asks, and what it says of it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from tacitus.domain.recollection import Channel, Filters, Fusion, RecallOptions

CHRISTMAS = datetime(2025, 12, 20, 9, tzinfo=UTC)
"""When the questions are asked: two weeks after the last session."""

_FEW = RecallOptions(max_tokens=160, asked_at=CHRISTMAS, explain=True)
"""Room for a handful of memories."""

_LOCKED_OUT = replace(
    _FEW,
    asked_at=None,
    filters=Filters(as_of=datetime(2025, 9, 10, tzinfo=UTC)),
    fusion=Fusion.RANKS,
)
"""By ranks alone: the calibrated ranking asks that a memory also speak of what is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One thing that recall can do.

    Attributes:
        channel: One of which to say what it brought; None of none.
        explained: Candidates to explain; 0 for none.
    """

    title: str
    remark: str
    questions: tuple[tuple[str, RecallOptions], ...]
    channel: Channel | None = None
    explained: int = 0


SCENES = (
    Scene(
        title="only time answers",
        remark="The answer shares no word with the question. It happened then, though it was told the day after.",
        questions=(("What did we do on the 10th of May?", _FEW),),
        channel=Channel.TEMPORAL,
        explained=5,
    ),
    Scene(
        title="only the graph answers",
        remark="One session says who has the key, another where she is. The name joins them. Ranked by"
        " reciprocal ranks (fusion rrf), which trusts each channel alike.",
        questions=(("Who has the spare key?", _LOCKED_OUT),),
        channel=Channel.GRAPH,
        explained=5,
    ),
    Scene(
        title="as of an earlier date",
        remark="A fact that changed: what held in April is kept, and says by what it was replaced.",
        questions=(
            (
                "Where does Nora work?",
                RecallOptions(
                    filters=Filters(as_of=datetime(2025, 4, 1, tzinfo=UTC)),
                    max_tokens=60,
                    explain=True,
                ),
            ),
            ("Where does Nora work?", RecallOptions(max_tokens=60, asked_at=CHRISTMAS)),
        ),
    ),
    Scene(
        title="nothing is stored about it",
        remark="A memory that knows nothing says so, instead of returning what is nearest.",
        questions=(("Which violin did the orchestra buy?", _FEW),),
        explained=3,
    ),
)

REFLECTION = "Who must not eat walnuts?"

NEXT = """\
  tacitus recall demo "When is Lotte's wedding?" --explain
  tacitus reflect demo "What does Felix drink?"
  tacitus retain notes FILE...   your own text, Markdown, chats in JSON or JSONL
  tacitus serve                  the HTTP API on port 8888, described at /docs
  tacitus doctor                 what is configured; what a model would add\
"""
