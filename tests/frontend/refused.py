"""Recording of programs that are refused: the reason, the way out, and the text that the caret is under."""

from dataclasses import dataclass
from typing import Any

import numpy as np

CASES: list["Refused"] = []
X = np.array([0.6, 0.7, 0.8])


@dataclass
class Refused:
    function: Any
    reason: str
    instead: str
    caret: str
    args: tuple


def refused(reason, instead, caret, *args):
    """The function is refused with this reason and way out; the caret stands where `caret` begins."""

    def record(function):
        CASES.append(Refused(function, reason, instead, caret, args or (X,)))
        return function

    return record
