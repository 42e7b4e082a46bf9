# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Lists the variables of a context and pages through them.

No code of the user runs for that: values are looked at through the methods of the built-in types, of NumPy
and of pandas only, so that a slow or failing __repr__, a property or a proxy does no harm. Everything is
bounded in length and in time.
"""

import itertools
import sys
import time
import types

PREVIEW = 200  # characters
CELL = 400
ITEMS = 12
LISTED = 500
COLUMNS = 200
SECONDS = 1.0

HIDDEN_TYPES = (
    types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type,
)
SEQUENCES = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}
SHOWN = (  # by their own repr
    ("datetime", "date"), ("datetime", "datetime"), ("datetime", "time"), ("datetime", "timedelta"),
    ("decimal", "Decimal"), ("fractions", "Fraction"), ("pathlib", "PosixPath"), ("uuid", "UUID"),
)
PLAIN = (bool, type(None), float, complex, range, slice, type(...), type(NotImplemented))


def class_name(value):
    return type.__getattribute__(type(value), "__name__")


def base_of(value, *bases):
    """The built-in type a value is made of. isinstance() would ask the value itself."""
    mro = type.__getattribute__(type(value), "__mro__")
    return next((base for base in bases if base in mro), None)


def library_type(value, module, name):
    """The class itself when value is an instance of exactly that class of a loaded library."""
    loaded = sys.modules.get(module)
    found = getattr(loaded, name, None) if loaded else None
    return found if found is not None and type(value) is found else None


def shortened(text, limit):
    text = text[: limit + 1]
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def text_of(value, limit=PREVIEW, depth=2):
    return shortened(_text_of(value, limit, depth), limit)


def _text_of(value, limit, depth):
    kind = type(value)
    if kind in PLAIN:
        return repr(value)
    base = base_of(value, bool, int, str, bytes, bytearray, dict, list, tuple, set, frozenset)
    if base is int:
        bits = int.bit_length(value)
        return f"<integer of {bits} bits>" if bits > 4096 else int.__repr__(value)
    if base is str:
        return repr(str.__getitem__(value, slice(0, limit + 1)))
    if base in (bytes, bytearray):
        return repr(bytes(base.__getitem__(value, slice(0, limit // 2))))
    if base in SEQUENCES or base is dict:
        length = base.__len__(value)
        if depth == 0:
            return f"<{class_name(value)} of {length}>"
        parts = []
        used = 0
        for item in itertools.islice(dict.items(value) if base is dict else base.__iter__(value), ITEMS):
            if base is dict:
                part = f"{_text_of(item[0], limit, 0)}: {_text_of(item[1], limit, depth - 1)}"
            else:
                part = _text_of(item, limit, depth - 1)
            parts.append(part)
            used += len(part) + 2
            if used > limit:
                break
        if len(parts) < length:
            parts.append("…")
        left, right = "{}" if base is dict else SEQUENCES[base]
        if base is tuple and length == 1:
            parts.append("")
        body = ", ".join(parts).rstrip(" ") if base is tuple and length == 1 else ", ".join(parts)
        text = left + body + right if length or base not in (set, frozenset) else f"{base.__name__}()"
        return text if kind is base and base is not frozenset else f"{class_name(value)}({text})"
    library = from_library(value)
    if library:
        return library["preview"]
    if any(library_type(value, *place) for place in SHOWN):
        return repr(value)
    return f"<{class_name(value)}>"


def from_library(value):
    """Shape, size and preview of what NumPy and pandas define, or None."""
    numpy = sys.modules.get("numpy")
    if library_type(value, "numpy", "ndarray"):
        head = [] if value.dtype.hasobject else value.reshape(-1)[:ITEMS].tolist() if value.size else []
        inside = ", ".join(_text_of(item, 20, 0) for item in head) + (", …" if value.size > len(head) else "")
        return {
            "type": f"ndarray[{value.dtype}]", "shape": list(value.shape), "size": int(value.nbytes),
            "preview": f"[{inside}]", "table": value.ndim > 0,
        }
    if numpy and base_of(value, numpy.generic):
        return {"size": int(value.nbytes), "preview": _text_of(value.item(), PREVIEW, 0), "type": class_name(value)}
    if library_type(value, "pandas", "DataFrame"):
        names = [_text_of(name, 40, 1) if type(name) is not str else name for name in value.columns[:ITEMS]]
        more = ", …" if len(value.columns) > len(names) else ""
        return {
            "type": "DataFrame", "shape": [int(n) for n in value.shape],
            "size": int(value.memory_usage(index=True, deep=False).sum()),
            "preview": f"{len(value)} rows: {', '.join(names)}{more}", "table": True,
        }
    if library_type(value, "pandas", "Series"):
        head = value.iloc[:ITEMS].tolist()
        inside = ", ".join(_text_of(item, 20, 0) for item in head) + (", …" if len(value) > len(head) else "")
        return {
            "type": f"Series[{value.dtype}]", "shape": [len(value)],
            "size": int(value.memory_usage(index=True, deep=False)), "preview": f"[{inside}]", "table": True,
        }
    return None


def described(name, value):
    entry = {"name": name, "type": class_name(value)}
    library = from_library(value)
    if library:
        entry.update(library)
        entry["preview"] = shortened(entry["preview"], PREVIEW)
        return entry
    base = base_of(value, bool, int, str, bytes, bytearray, dict, list, tuple, set, frozenset)
    if base in (dict, list, tuple, set, frozenset):
        entry["shape"] = [base.__len__(value)]
        entry["table"] = True
    entry["size"] = (base or object).__sizeof__(value)
    entry["preview"] = text_of(value)
    return entry


def is_listed(name, value, hidden):
    if name.startswith("_") or name in hidden:
        return False
    return base_of(value, *HIDDEN_TYPES) is None


def variables(namespace, hidden):
    names = sorted(name for name, value in list(namespace.items()) if type(name) is str and is_listed(name, value, hidden))
    deadline = time.monotonic() + SECONDS
    listed = []
    for name in names[:LISTED]:
        if time.monotonic() > deadline:
            break
        try:
            listed.append(described(name, namespace[name]))
        except KeyError:
            continue
        except Exception as error:
            listed.append({"name": name, "type": class_name(namespace[name]), "preview": f"<{type(error).__name__}>"})
    answer = {"variables": listed}
    if len(listed) < len(names):
        answer["truncated"] = True
    return answer


def cell(value):
    if value is None or (type(value) is float and value != value):
        return None
    pandas = sys.modules.get("pandas")
    if pandas and (value is pandas.NaT or value is getattr(pandas, "NA", pandas)):
        return None
    if type(value) is str:
        return shortened(value, CELL)
    return text_of(value, CELL, 1)


def page_of(value, offset, limit):
    """Columns, rows and the number of all rows."""
    window = slice(offset, offset + limit)
    if library_type(value, "pandas", "DataFrame"):
        part = value.iloc[window, :COLUMNS]
        columns = [{"name": "", "type": str(value.index.dtype)}]
        columns += [{"name": shortened(str(name) if type(name) is not str else name, CELL), "type": str(dtype)}
                    for name, dtype in zip(part.columns, part.dtypes)]
        data = [part.index.tolist()] + [part.iloc[:, i].tolist() for i in range(part.shape[1])]
        return columns, [[cell(item) for item in row] for row in zip(*data)], len(value)
    if library_type(value, "pandas", "Series"):
        part = value.iloc[window]
        columns = [{"name": "", "type": str(value.index.dtype)},
                   {"name": cell(value.name) or "value", "type": str(value.dtype)}]
        return columns, [[cell(key), cell(item)] for key, item in zip(part.index.tolist(), part.tolist())], len(value)
    if library_type(value, "numpy", "ndarray") and value.ndim > 0:
        part = value[window]
        kind = str(value.dtype)
        if value.ndim == 2:
            columns = [{"name": "", "type": "int"}]
            columns += [{"name": str(i), "type": kind} for i in range(min(value.shape[1], COLUMNS))]
            rows = [[str(offset + i)] + [cell(item) for item in row[:COLUMNS].tolist()] for i, row in enumerate(part)]
        else:
            columns = [{"name": "", "type": "int"}, {"name": "value", "type": kind}]
            items = part.tolist() if value.ndim == 1 else part
            rows = [[str(offset + i), cell(item)] for i, item in enumerate(items)]
        return columns, rows, value.shape[0]
    base = base_of(value, dict, list, tuple, set, frozenset)
    if base is dict:
        columns = [{"name": "key", "type": ""}, {"name": "value", "type": ""}]
        items = itertools.islice(dict.items(value), offset, offset + limit)
        return columns, [[cell(key), cell(item)] for key, item in items], dict.__len__(value)
    if base is not None:
        columns = [{"name": "", "type": "int"}, {"name": "value", "type": ""}]
        items = itertools.islice(base.__iter__(value), offset, offset + limit)
        return columns, [[str(offset + i), cell(item)] for i, item in enumerate(items)], base.__len__(value)
    columns = [{"name": "value", "type": class_name(value)}]
    return columns, [[cell(value)]][offset : offset + limit], 1


def table(namespace, hidden, name, offset, limit):
    if name not in namespace or not is_listed(name, namespace[name], hidden):
        return {}
    value = namespace[name]
    columns, rows, total = page_of(value, offset, limit)
    library = from_library(value) or {}
    shape = library.get("shape", [])
    wide = shape[1] + 1 if len(shape) == 2 else len(columns)
    return {"name": name, "type": library.get("type", class_name(value)), "columns": columns, "rows": rows, "offset": offset,
            "total_rows": total, "total_columns": wide}
