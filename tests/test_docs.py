"""The documents are true: the README's example and its source, the table of rules, the commands.

`python -m tests.test_docs` writes what is generated: the source in the README and docs/rules.md.
"""

import contextlib
import io
import re
from pathlib import Path

from srctrans.kinds.symbol import dotted_name
from srctrans.rules.registry import RULES
from srctrans.syntax.load import load
from tests.frontend import test_refusals  # noqa: F401 (it fills the list)
from tests.frontend.refused import CASES

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
TABLE = ROOT / "docs" / "rules.md"
SUPPORTED = ROOT / "docs" / "supported.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def blocks(language):
    return [text for kind, text in BLOCK.findall(README.read_text("utf-8")) if kind == language]


def run_example():
    """What the README's first example prints, and the gradient that it makes."""
    text = blocks("python")[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        gradient = load(text, "gradient", {"__name__": "readme"}, "README")
    return printed.getvalue(), gradient


def rules_text():
    """The contents of docs/rules.md."""
    active = sorted({dotted_name(f) for f, rule in RULES.items() if not rule.inactive})
    passive = sorted({dotted_name(f) for f, rule in RULES.items() if rule.inactive} - set(active))

    def listed(names):
        return ", ".join(f"`{name}`" for name in names)

    return (
        "# Functions with a derivative\n\n"
        f"{len(active)} functions have a rule, checked in both modes: {listed(active)}.\n\n"
        f"{len(passive)} carry no derivative and raise no error: {listed(passive)}.\n\n"
        "The methods of arrays with these names, and the operators, use the same rules.\n"
    )


def test_the_example_prints_its_generated_source():
    printed, gradient = run_example()
    assert gradient.source == blocks("python")[1]
    assert printed.endswith(gradient.source + "\n")


def test_the_table_of_rules_is_that_of_the_registry():
    assert TABLE.read_text("utf-8") == rules_text()


def test_each_message_of_the_table_of_refusals_is_tested():
    rows = [line for line in SUPPORTED.read_text("utf-8").split("## Refused")[1].splitlines() if line[:3] == "| `"]
    messages = [row.split(" | ")[0].removeprefix("| `").removesuffix("`") for row in rows]
    assert len(messages) > 10
    tested = [case.reason for case in CASES]
    assert not [m for m in messages if not any(m in reason or reason in m for reason in tested)]


def test_ci_runs_the_test_command_of_the_readme():
    command = next(line for line in blocks("sh")[0].splitlines() if "pytest" in line).split("#")[0].strip()
    assert command.removeprefix("python ") in (ROOT / ".ci" / "run").read_text("utf-8")


def test_links_of_the_documents_lead_somewhere():
    for path in [README, *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


if __name__ == "__main__":
    TABLE.write_text(rules_text(), "utf-8")
    old = blocks("python")[1]
    README.write_text(README.read_text("utf-8").replace(old, run_example()[1].source), "utf-8")
