"""Measure one section in this process: `python -m benchmarks.section NAME [--quick]` prints it as JSON."""

import json
import sys
from dataclasses import asdict

from . import chain, costs, network
from .rows import Row, Section

MEASURES = {"chain": chain.measure, "network": network.measure, "costs": costs.measure}


def from_json(text: str) -> Section:
    """What `main` printed."""
    content = json.loads(text)
    content["rows"] = [Row(**row) for row in content["rows"]]
    return Section(**content)


def main(name: str, quick: bool) -> None:
    print(json.dumps(asdict(MEASURES[name](quick))))


if __name__ == "__main__":
    main(sys.argv[1], "--quick" in sys.argv[2:])
