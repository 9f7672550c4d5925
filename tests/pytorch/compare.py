"""python3 compare.py FOLDER: runs every script of the folder in float64 and float32 and compares all its tensors, and in float32 its
figures, with what dikkat-pytorch wrote beside it. One process: importing PyTorch takes longer than all the scripts."""

import contextlib
import io
import json
import math
import os
import pathlib
import re
import sys
import tempfile
import traceback

import torch

BOUNDS = {"float64": 1e-9, "float32": 1e-5}
DEEPEST_IN_FLOAT32 = 20  # of a stack: so deep a product's last digits are rounding


def run(path, dtype):
    """The script as it would run by itself; what it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "tensors.json")
        os.environ["DIKKAT_DTYPE"] = dtype
        sys.argv = [str(path), out]
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {"__name__": "__main__"})
        with open(out) as file:
            return json.load(file)


def flat(values):
    return [number for value in values for number in flat(value)] if isinstance(values, list) else [values]


def shape(values):
    return [len(values), *shape(values[0])] if isinstance(values, list) else []


def distance(a, b):
    if a == b or (math.isnan(a) and math.isnan(b)):
        return 0.0
    return abs(a - b) if math.isfinite(a) and math.isfinite(b) else math.inf


def off(ours, theirs):
    """The largest difference, by the size of the numbers."""
    scale = max([1.0] + [abs(number) for number in ours if math.isfinite(number)])
    return max(distance(a, b) for a, b in zip(ours, theirs)) / scale


def is_too_deep(name):
    return any(int(number) >= DEEPEST_IN_FLOAT32 for number in re.findall(r"\.(\d+)", name))


def complaints(path, dtype):
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = run(path, dtype)
    if not expected["tensors"]:
        yield "there is no tensor to compare"
    for name, tensor in expected["tensors"].items():
        values = found["tensors"].get(expected["names"][name])
        if values is None:
            yield f"{name}: the script has no {expected['names'][name]}"
        elif shape(values) != tensor["shape"]:
            yield f"{name}: {shape(values)} in place of {tensor['shape']}"
        elif not (dtype == "float32" and is_too_deep(name)):
            error = off(tensor["data"], flat(values))
            if not error <= BOUNDS[dtype]:
                yield f"{name}: off by {error:.2e}"
    for name, (measured, bound) in expected["figures"].items() if dtype == "float32" else []:
        value = found["figures"].get(name)
        if value is None:
            yield f"the figure '{name}' is missing"
        elif not distance(measured, value) <= bound * max(1.0, abs(measured)):
            yield f"the figure '{name}': {value} in place of {measured}"


def main():
    torch.set_num_threads(1)
    passed = failed = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
        for dtype in BOUNDS:
            try:
                found = list(complaints(path, dtype))
            except Exception:
                found = [traceback.format_exc()]
            passed, failed = passed + (not found), failed + bool(found)
            if found:
                print(f"not ok: {path.stem}, {dtype}")
            for complaint in found[:10]:
                print(f"    {complaint}")
    print(f"PyTorch {torch.__version__}: {passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
