"""The measurements as a table to read and as JSON to keep."""

import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .rows import FUNCTION, Section
from .targets import Target

PACKAGES = ("srctrans", "numpy", "numba", "scipy", "autograd")


def table(sections: list[Section], checked: list[Target]) -> str:
    """Everything that was measured, a line each, then the targets."""
    lines = [line for section in sections for line in _section_lines(section)]
    lines += ["", f"{'targets':62} {'measured':>10} {'required':>10}"]
    for target in checked:
        measured = "-" if target.measured is None else f"{target.measured:.3g}"
        verdict = "yes" if target.holds else "NO"
        lines.append(f"  {target.what:60} {measured:>10} {target.bound:>10}  {verdict}")
    for title in ("notes", "problems"):
        texts = [text for section in sections for text in getattr(section, title)]
        lines += ["", title, *(f"  {text}" for text in dict.fromkeys(texts))] if texts else []
    return "\n".join(lines)


def _section_lines(section: Section) -> Iterator[str]:
    case = None
    for row in section.rows:
        if (row.program, row.size, row.runtime) != case:
            case = (row.program, row.size, row.runtime)
            yield ""
            yield f"{', '.join(case):62} {'time':>10} {'/ function':>10}"
        yield f"  {row.what:60} {_time(row.seconds):>10} {row.over[FUNCTION]:10.2f}"
    if section.figures:
        yield ""
        yield section.name
    for name, value in section.figures.items():
        yield f"  {name:60} {value:10.4g}"


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def as_json(sections: list[Section], checked: list[Target], quick: bool) -> dict[str, Any]:
    """What `write` keeps: where it was measured, the rows, the single figures, the targets."""
    return {
        "quick": quick,
        "where": {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "cpus": os.cpu_count(),
            "packages": {name: _version(name) for name in PACKAGES},
        },
        "rows": [asdict(row) for section in sections for row in section.rows],
        "figures": {name: value for section in sections for name, value in section.figures.items()},
        "targets": [{**asdict(target), "holds": target.holds} for target in checked],
        "notes": [note for section in sections for note in section.notes],
        "problems": [problem for section in sections for problem in section.problems],
    }


def write(path: Path, content: dict[str, Any]) -> None:
    """Write the JSON whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    unfinished.replace(path)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
