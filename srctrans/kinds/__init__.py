"""What a value is before it has a value: dtype, rank, which dims are equal or one."""

from srctrans.kinds.kind import (
    ONE,
    Array,
    DataKind,
    DictKind,
    Dim,
    Kind,
    Leaf,
    ListKind,
    NamedKind,
    Scalar,
    Static,
    TupleKind,
    is_array,
    is_float,
)

__all__ = [
    "ONE",
    "Array",
    "DataKind",
    "DictKind",
    "Dim",
    "Kind",
    "Leaf",
    "ListKind",
    "NamedKind",
    "Scalar",
    "Static",
    "TupleKind",
    "is_array",
    "is_float",
]
