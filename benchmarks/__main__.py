"""The command: measure each section in a process of its own, print the table, write the JSON."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from .report import as_json, table, write
from .rows import Section
from .section import MEASURES, from_json
from .targets import targets

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
# Set on some machines to be safe with old builds of OpenBLAS; they hide what today's NumPy can do.
SLOW_BLAS = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
RESULTS = Path(__file__).with_name("results.json")


def environment(quick: bool) -> dict[str, str]:
    """One thread for every library, decided before NumPy is imported; BLAS as NumPy chooses it."""
    names = dict(os.environ)
    names.update(dict.fromkeys(ONE_THREAD, "1"))
    # What is installed has its bytecode: without this, imports would be measured with the compiler.
    names.pop("PYTHONDONTWRITEBYTECODE", None)
    # A quick run times nothing worth knowing, so it leaves what the machine's owner has chosen.
    return names if quick else {name: value for name, value in names.items() if name not in SLOW_BLAS}


def run_section(name: str, quick: bool) -> Section:
    command = [sys.executable, "-m", "benchmarks.section", name, *(["--quick"] if quick else [])]
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(command, cwd=root, env=environment(quick), stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"benchmarks: section {name} failed with exit code {done.returncode}")
    return from_json(done.stdout)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure what gradients cost.")
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"{', '.join(MEASURES)} (default: all)"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="the JSON file (default: %(default)s)")
    parser.add_argument(
        "--quick", action="store_true", help="tiny sizes: does everything run? Times mean nothing"
    )
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    unknown = [name for name in options.sections if name not in MEASURES]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}: choose from {', '.join(MEASURES)}")
    return options


def main() -> int:
    """0 when all was measured, 1 when a candidate failed (or, with --check, when a target is missed)."""
    options = arguments()
    chosen = options.sections or list(MEASURES)
    sections = []
    for name in MEASURES:
        if name in chosen:
            print(f"measuring: {name}", file=sys.stderr)
            sections.append(run_section(name, options.quick))
    checked = targets(sections)
    print(table(sections, checked))
    write(options.out, as_json(sections, checked, options.quick))
    missed = options.check and not all(target.holds for target in checked)
    return int(missed or any(section.problems for section in sections))


if __name__ == "__main__":
    sys.exit(main())
