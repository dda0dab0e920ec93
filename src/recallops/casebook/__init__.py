"""The casebook: what every interface calls. One area each, over the same records and the same memory."""

from dataclasses import dataclass

from recallops.casebook.analyses import Analyses
from recallops.casebook.asking import Asking
from recallops.casebook.incidents import Incidents
from recallops.casebook.insights import InsightsInto
from recallops.casebook.intake import Intake
from recallops.casebook.keeping import Keeping, Tools

__all__ = ["Casebook", "Tools"]


@dataclass(frozen=True, slots=True)
class Casebook:
    """All that can be done with incidents, by area."""

    tools: Tools
    incidents: Incidents
    analyses: Analyses
    intake: Intake
    insights: InsightsInto
    asking: Asking

    @classmethod
    def over(cls, tools: Tools) -> "Casebook":
        """Return a casebook over records and a memory that are open."""
        keeping = Keeping(tools)
        return cls(
            tools,
            Incidents(keeping),
            Analyses(keeping),
            Intake(keeping),
            InsightsInto(tools),
            Asking(keeping),
        )
