"""The report of an error: where, the line, carets, what to write instead."""
import pickle

import pytest

from srctrans.errors import KindError, Place, Problem, SourceError, SrctransError


def report(column, end, text="    y = foo(x)  "):
    return str(SourceError(Problem("why", "that", Place("f.py", 3, column, end, text)))).splitlines()


def test_a_report_shows_the_cause():
    assert report(8, 11) == ["f.py:3: why", "    y = foo(x)", "        ^^^", "  instead: that"]


def test_without_an_end_the_carets_go_to_the_end_of_the_line():
    assert report(8, None)[2] == "        ^^^^^^"


@pytest.mark.parametrize(
    "column, end, carets", [(0, 1, "^"), (90, 91, " " * 9 + "^"), (4, 400, "^" * 10), (9, 5, " " * 5 + "^")]
)
def test_carets_stay_under_the_line(column, end, carets):
    assert report(column, end)[2] == "    " + carets


def test_tabs_take_one_column_each():
    assert report(5, 6, "\ty\t= \tx")[1:3] == ["    y =  x", "        ^"]


def test_without_the_line_the_rest_is_there():
    assert report(0, None, "") == ["f.py:3: why", "  instead: that"]


def test_without_a_place_and_a_way_out_the_reason_is_there():
    assert str(SourceError(Problem("why", ""))) == "why"


def test_all_problems_are_reported_in_order():
    error = SourceError([Problem("first", "a"), Problem("second", "b", Place("f.py", 7, 0, None, "x"))])
    assert str(error) == "first\n  instead: a\n\nf.py:7: second\n    x\n    ^\n  instead: b"
    assert [p.reason for p in error.problems] == ["first", "second"]


def test_errors_cross_processes():
    error = SourceError([Problem("why", "that", Place("f.py", 3, 0, 1, "x"))])
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems and str(again) == str(error)


def test_the_family():
    assert issubclass(SourceError, SrctransError) and not issubclass(SourceError, TypeError)
    assert issubclass(KindError, SrctransError) and issubclass(KindError, TypeError)
    assert str(KindError("message")) == "message"
