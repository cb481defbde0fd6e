"""The shape of the package: who may import whom, no circles, a docstring in each module, small files.

Imports are read from the source, those inside of functions and under TYPE_CHECKING too, so that
a forbidden one is found whether or not it ever runs.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "srctrans"

# Each may import itself and what stands before it.
ORDER = (
    "errors", "runtime", "syntax", "kinds", "rules", "frontend", "analysis", "transform", "optimize",
    "pipeline", "backend", "report", "api", "cli",
)  # fmt: skip
# The front doors stand below everything: nothing imports them.
FRONT_DOORS = {"srctrans": "api", "srctrans.__main__": "cli"}
LONGEST_FILE = 500


def module_name(path: Path) -> str:
    """srctrans/syntax/parse.py -> srctrans.syntax.parse, srctrans/syntax/__init__.py -> srctrans.syntax."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
assert MODULES, "no modules found: the tests below would pass without looking at anything"


def layer_of(module: str) -> str:
    """The layer that a module belongs to: its first name below srctrans."""
    return FRONT_DOORS[module] if module in FRONT_DOORS else module.split(".")[1]


def imported(source: str, module: str, is_package: bool, known: set[str]) -> Iterator[tuple[int, str]]:
    """Every import of a srctrans module in `source`, as (line, module)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                keep = len(parts) - node.level + (1 if is_package else 0)
                base = ".".join(parts[:keep] + ([node.module] if node.module else []))
            targets = [f"{base}.{a.name}" if f"{base}.{a.name}" in known else base for a in node.names]
        else:
            continue
        for target in dict.fromkeys(targets):
            if target.split(".")[0] == "srctrans":
                yield node.lineno, target


def imports_of(module: str) -> list[tuple[int, str]]:
    path = MODULES[module]
    return list(imported(path.read_text("utf-8"), module, path.name == "__init__.py", set(MODULES)))


def first_circle(graph: dict[str, set[str]]) -> list[str]:
    """A path that comes back to where it started, or [] where there is none."""
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> list[str]:
        if module in path:
            return path[path.index(module) :] + [module]
        if module in done:
            return []
        for target in sorted(graph.get(module, ())):
            if circle := visit(target, path + [module]):
                return circle
        done.add(module)
        return []

    for module in sorted(graph):
        if circle := visit(module, []):
            return circle
    return []


@pytest.mark.parametrize("module", MODULES)
def test_imports_only_from_layers_above(module):
    own = layer_of(module)
    assert own in ORDER, f"{MODULES[module]} belongs to no layer: add it to one of {', '.join(ORDER)}"
    wrong = []
    for line, target in imports_of(module):
        if target not in MODULES:
            wrong.append(f"line {line} imports {target}, which does not exist")
        elif target in FRONT_DOORS and module not in FRONT_DOORS:
            wrong.append(f"line {line} imports {target}, the front door: name the module")
        elif ORDER.index(layer_of(target)) > ORDER.index(own):
            wrong.append(f"line {line} imports {target}, below the layer {own}")
    assert not wrong, f"{MODULES[module]}: " + "; ".join(wrong)


def test_no_circles():
    graph = {module: {target for _, target in imports_of(module)} - {module} for module in MODULES}
    circle = first_circle(graph)
    assert not circle, " -> ".join(circle)


@pytest.mark.parametrize("module", MODULES)
def test_module_has_a_docstring(module):
    tree = ast.parse(MODULES[module].read_text("utf-8"))
    assert (ast.get_docstring(tree) or "").strip(), f"{MODULES[module]} does not say what it is for"


@pytest.mark.parametrize("folder", ["srctrans", "tests", "examples", "benchmarks"])
def test_files_are_small(folder):
    lengths = {p: len(p.read_text("utf-8").splitlines()) for p in (ROOT / folder).rglob("*.py")}
    long = {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_FILE}
    assert not long


def test_runtime_stands_alone():
    """Emitted modules carry helpers of runtime with them, so these can need nothing but NumPy."""
    for module in (m for m in MODULES if layer_of(m) == "runtime"):
        for node in ast.walk(ast.parse(MODULES[module].read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in (n.split(".")[0] for n in names):
                allowed = name in sys.stdlib_module_names or name in {"numpy", "srctrans"}
                assert allowed, f"{MODULES[module]}:{node.lineno} imports {name}"


def test_import_does_not_bring_numba_or_scipy():
    code = "import sys, srctrans; print(sorted({'numba', 'llvmlite', 'scipy'} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


# --- The checks above, checked: each must see what it is there for.
KNOWN = {"srctrans", "srctrans.syntax", "srctrans.syntax.parse", "srctrans.api"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import srctrans.api", ["srctrans.api"]),
        ("from srctrans.syntax import parse", ["srctrans.syntax.parse"]),
        ("from srctrans.syntax import helper", ["srctrans.syntax"]),
        ("from . import parse", ["srctrans.syntax.parse"]),
        ("from .parse import tree", ["srctrans.syntax.parse"]),
        ("from ..api import grad", ["srctrans.api"]),
        ("def f():\n    from srctrans import api", ["srctrans.api"]),
        ("if TYPE_CHECKING:\n    import srctrans", ["srctrans"]),
        ("import numpy, srctransit", []),
    ],
)
def test_imports_are_found(text, expected):
    assert [target for _, target in imported(text, "srctrans.syntax.printer", False, KNOWN)] == expected


def test_relative_imports_of_a_package():
    found = list(imported("from .parse import tree", "srctrans.syntax", True, KNOWN))
    assert found == [(1, "srctrans.syntax.parse")]


def test_circles_are_found():
    assert first_circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert first_circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
