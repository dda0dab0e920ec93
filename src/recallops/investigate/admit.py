"""Step 1, recall: of what the memory gave back, what may count at all."""

from recallops.domain.evidence import Evidence, Recalled
from recallops.domain.investigations import Step
from recallops.domain.statements import Kind, Part
from recallops.investigate.question import Question
from recallops.investigate.stages import Admitted, Leaving


def admit(question: Question, recalled: Recalled) -> Admitted:
    """Leave out the incident itself, hypotheses, and what was taken back or replaced."""
    leaving = Leaving(Step.RECALL, len(recalled.evidence))
    kept: list[Evidence] = []
    for one in recalled.evidence:
        if one.incident_id in question.without:
            leaving.send(one, "it is of the incident itself")
        elif one.kind is Kind.HYPOTHESIS or one.part is Part.HYPOTHESIS:
            leaving.send(one, "a hypothesis is no evidence")
        elif one.state != "valid":
            leaving.send(one, f"it was {one.state}")
        else:
            kept.append(one)
    return Admitted(tuple(kept), (leaving.told(),))
