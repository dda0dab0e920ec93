"""A disposition in words (phi of the paper)."""

from tacitus.domain.banks import Disposition

_SKEPTICISM = (
    "You trust what you are told and take reports at face value.",
    "You tend to trust reports unless something speaks against them.",
    "You weigh reports with ordinary care.",
    "You doubt reports that rest on one voice and look for confirmation.",
    "You doubt every report until independent sources agree, and say what is unproven.",
)
_LITERALISM = (
    "You read between the lines and speak to what people mean.",
    "You look for the intent behind words.",
    "You keep a balance between words and intent.",
    "You stay close to what was actually said.",
    "You take words exactly as they stand and infer nothing that was not said.",
)
_EMPATHY = (
    "You judge by facts and figures and leave feelings aside.",
    "You give feelings little weight.",
    "You consider both facts and how people feel.",
    "You care how people feel and what matters to them.",
    "You put people and their feelings first.",
)


def verbalise(disposition: Disposition) -> str:
    """Render traits and bias strength as instructions to a model."""
    return "\n".join(
        (
            _SKEPTICISM[disposition.skepticism - 1],
            _LITERALISM[disposition.literalism - 1],
            _EMPATHY[disposition.empathy - 1],
            _leaning(disposition.bias_strength),
        )
    )


def _leaning(beta: float) -> str:
    if beta < 0.2:
        return "Report the facts first and foremost; let no inclination colour your judgment."
    if beta < 0.4:
        return "Let these inclinations colour your judgment slightly."
    if beta < 0.6:
        return "Let these inclinations colour your judgment moderately."
    if beta < 0.8:
        return "Let these inclinations shape your judgment clearly."
    return "Take a strong stand that follows these inclinations, without changing any fact."
