"""The prompts of this package: `.md` files beside the steps that use them."""

from functools import cache
from importlib import resources
from string import Template


@cache
def _template(name: str) -> Template:
    folder = resources.files("tacitus.reflect")
    return Template(folder.joinpath(f"{name}.md").read_text("utf-8"))


def prompt(name: str, **values: str) -> str:
    """Return the text of `<name>.md` with its `$placeholders` filled.

    Raises:
        KeyError: A placeholder has no value.
    """
    return _template(name).substitute(values)
