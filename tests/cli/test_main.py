"""The command: what it prints and writes, its exit codes, how bad input ends."""

import numpy as np
import pytest

from srctrans.cli.main import main

TEXT = """
import numpy as np

def energy(x, k):
    s = 0.0
    for i in range(1, len(x)):
        s += k * (x[i] - x[i - 1]) ** 2
    return s

def refused(x):
    for v in x:
        global last
        last = v
    return v

def array(x):
    return x[1:] * 2.0
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(TEXT)
    return path


def run_text(text):
    scope = {}
    exec(text, scope)
    return scope


def test_grad_prints_a_module_that_runs(file, capsys):
    assert main(["grad", f"{file}:energy"]) == 0
    text = capsys.readouterr().out
    assert "srctrans" not in text
    gradient = run_text(text)["energy_grad"](np.array([1.0, 2.0, 4.0]), 0.5)
    np.testing.assert_allclose(gradient, [-1.0, -1.0, 2.0])


def test_value_wrt_and_output(file, tmp_path, capsys):
    out = tmp_path / "gradient.py"
    out.write_text("old")
    assert main(["grad", f"{file}:energy", "--wrt", "x,k", "--value", "-o", str(out)]) == 0
    value, (x_bar, k_bar) = run_text(out.read_text())["energy_value_and_grad"](np.array([1.0, 3.0]), 0.5)
    assert (value, k_bar) == (2.0, 4.0)
    np.testing.assert_allclose(x_bar, [-2.0, 2.0])
    assert capsys.readouterr().out == ""
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix == ".py") == ["gradient.py", "model.py"]


def test_signature(file, capsys):
    assert main(["grad", f"{file}:energy", "--signature", "float64[:], float64"]) == 0
    assert "x: float64[:], k: float64" in capsys.readouterr().out


def test_jit(file, capsys):
    assert main(["grad", f"{file}:energy", "--jit"]) == 0
    gradient = run_text(capsys.readouterr().out)["energy_grad"](np.array([1.0, 2.0, 4.0]), 0.5)
    np.testing.assert_allclose(gradient, [-1.0, -1.0, 2.0])


@pytest.mark.parametrize("after", ["specialise", "differentiate", "optimise"])
def test_show(file, capsys, after):
    assert main(["show", f"{file}:energy", "--after", after]) == 0
    assert "for i in range(1, len(x)):" in capsys.readouterr().out


def test_check_that_agrees(file, capsys):
    assert main(["check", f"{file}:energy", "--wrt", "x,k", "--at", "np.array([1.0, 2.0, 4.0]), 0.5"]) == 0
    assert "agrees" in capsys.readouterr().out


def test_check_names_the_element(file, capsys):
    # At a kink differences and the gradient disagree.
    file.write_text("import numpy as np\n\ndef f(x):\n    return max(x[0], x[1]) + x[2]\n")
    assert main(["check", f"{file}:f", "--at", "np.array([1.0, 1.0, 3.0])"]) == 1
    assert capsys.readouterr().out.startswith("x[0]: the gradient is 1.0, differences give 0.5")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["grad", "missing.py:f"], "missing.py: there is no such file"),
        (["grad", "FILE:nothing"], "there is no function nothing; there are energy, refused, array"),
        (["grad", "FILE"], "write FILE.py:FUNC"),
        (["grad", "FILE:refused"], "global"),
        (["grad", "FILE:array"], "use vjp or jvp"),
        (["grad", "FILE:energy", "--wrt", "z"], "there is no parameter 'z'"),
        (["grad", "FILE:energy", "--signature", "float64[:]"], "--signature has 1 kinds"),
        (["grad", "FILE:energy", "--signature", "int64[:], float64"], "array of int64"),
        (["grad", "FILE:energy", "-o", "/nowhere/at/all.py"], "No such file or directory"),
        (["show", "FILE:energy", "--after", "nothing"], "there is no such pass"),
        (["check", "FILE:energy", "--at", "1 +"], "SyntaxError"),
    ],
)
def test_bad_input_ends_with_2_and_a_message(file, capsys, arguments, message):
    arguments = [a.replace("FILE", str(file)) if a != "FILE" else "nothing" for a in arguments]
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "Traceback" not in captured.err and captured.out == ""


def test_usage_error():
    with pytest.raises(SystemExit) as error:
        main([])
    assert error.value.code == 2
