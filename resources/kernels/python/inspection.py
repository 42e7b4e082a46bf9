# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Lists the variables of a context and pages through them, sorted and filtered when asked.

No code of the user runs for that: values are looked at through the methods of the built-in types, of NumPy,
of pandas and of polars only, so that a slow or failing __repr__, a property or a proxy does no harm. Everything is
bounded in length and in time.
"""

import array
import itertools
import operator
import re
import sys
import time
import types

PREVIEW = 200  # characters
CELL = 400
ITEMS = 12
LISTED = 500
COLUMNS = 200
SECONDS = 1.0
PIECE = 20_000  # rows between two looks at the clock
KEPT_PLACES = 8 << 20  # 64 MB, besides those that are in use

HIDDEN_TYPES = (
    types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type,
)
SEQUENCES = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}
SHOWN = (  # by their own repr
    ("datetime", "date"), ("datetime", "datetime"), ("datetime", "time"), ("datetime", "timedelta"),
    ("decimal", "Decimal"), ("fractions", "Fraction"), ("pathlib", "PosixPath"), ("uuid", "UUID"),
)
SHOWN_IN_TABLES = tuple(("pandas", name) for name in ("Timestamp", "Timedelta", "Period", "Interval"))
# What numbers are written with, by the kind of an array.
NUMERALS = {"i": set("-0123456789"), "u": set("0123456789"), "f": set("+-.0123456789einf"), "b": set("truefals")}
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
    if library_type(value, "polars", "DataFrame"):
        more = ", …" if value.width > ITEMS else ""
        return {
            "type": "DataFrame", "shape": [value.height, value.width], "size": int(value.estimated_size()),
            "preview": f"{value.height} rows: {', '.join(value.columns[:ITEMS])}{more}", "table": True,
        }
    if library_type(value, "polars", "Series"):
        inside = ", ".join(_text_of(item, 20, 0) for item in value[:ITEMS].to_list()) + (", …" if len(value) > ITEMS else "")
        return {
            "type": f"Series[{value.dtype}]", "shape": [len(value)], "size": int(value.estimated_size()),
            "preview": f"[{inside}]", "table": True,
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
        answer.update(truncated=True, total=len(names))
    return answer


def cell(value):
    if value is None or (type(value) is float and value != value):
        return None
    pandas = sys.modules.get("pandas")
    if pandas and (value is pandas.NaT or value is getattr(pandas, "NA", pandas)):
        return None
    if type(value) is str:
        return shortened(value, CELL)
    if any(library_type(value, *place) for place in SHOWN + SHOWN_IN_TABLES):
        return shortened(str(value), CELL)
    return text_of(value, CELL, 1)


def length_of(value):
    """How many rows a table of it has."""
    if library_type(value, "pandas", "DataFrame") or library_type(value, "pandas", "Series"):
        return len(value)
    if library_type(value, "numpy", "ndarray") and value.ndim > 0:
        return value.shape[0]
    if library_type(value, "polars", "DataFrame") or library_type(value, "polars", "Series"):
        return len(value)
    base = base_of(value, dict, list, tuple, set, frozenset)
    return base.__len__(value) if base else 1


def page_of(value, places):
    """Columns, and the rows at these places."""
    if library_type(value, "pandas", "DataFrame"):
        part = value.iloc[places, :COLUMNS]
        columns = [{"name": "", "type": str(value.index.dtype)}]
        columns += [{"name": shortened(str(name) if type(name) is not str else name, CELL), "type": str(dtype)}
                    for name, dtype in zip(part.columns, part.dtypes)]
        data = [part.index.tolist()] + [part.iloc[:, i].tolist() for i in range(part.shape[1])]
        return columns, [[cell(item) for item in row] for row in zip(*data)]
    if library_type(value, "pandas", "Series"):
        part = value.iloc[places]
        columns = [{"name": "", "type": str(value.index.dtype)},
                   {"name": cell(value.name) or "value", "type": str(value.dtype)}]
        return columns, [[cell(key), cell(item)] for key, item in zip(part.index.tolist(), part.tolist())]
    if library_type(value, "numpy", "ndarray") and value.ndim > 0:
        part = value[places]
        kind = str(value.dtype)
        if value.ndim == 2:
            columns = [{"name": "", "type": "int"}]
            columns += [{"name": str(i), "type": kind} for i in range(min(value.shape[1], COLUMNS))]
            return columns, [[str(place)] + [cell(item) for item in items_of(row[:COLUMNS])] for place, row in zip(places, part)]
        columns = [{"name": "", "type": "int"}, {"name": "value", "type": kind}]
        return columns, [[str(place), cell(item)] for place, item in zip(places, items_of(part))]
    frame = library_type(value, "polars", "DataFrame")
    if frame or library_type(value, "polars", "Series"):
        parts = [value.to_series(i) for i in range(min(value.width, COLUMNS))] if frame else [value]
        columns = [{"name": "", "type": "int"}]
        columns += [{"name": shortened(part.name, CELL) or ("" if frame else "value"), "type": str(part.dtype)} for part in parts]
        data = [map(str, places)] + [map(cell, part.gather(places).to_list()) for part in parts]
        return columns, [list(row) for row in zip(*data)]
    base = base_of(value, dict, list, tuple, set, frozenset)
    if base is dict:
        columns = [{"name": "key", "type": ""}, {"name": "value", "type": ""}]
        return columns, [[cell(key), cell(item)] for key, item in items_at(dict.items(value), places)]
    if base is not None:
        columns = [{"name": "", "type": "int"}, {"name": "value", "type": ""}]
        items = [base.__getitem__(value, place) for place in places] if base in (list, tuple) else items_at(base.__iter__(value), places)
        return columns, [[str(place), cell(item)] for place, item in zip(places, items)]
    return [{"name": "value", "type": class_name(value)}], [[cell(value)] for _ in places]


def items_at(items, places):
    wanted = set(places)
    found = {place: item for place, item in enumerate(itertools.islice(items, max(places, default=-1) + 1)) if place in wanted}
    return [found[place] for place in places]


class TooLate(Exception):
    pass


def in_time(deadline):
    if time.monotonic() > deadline:
        raise TooLate


def column_of(value, column):
    """What a shown column holds: an array of pandas or NumPy, or a list; None when it only counts the rows."""
    frame = library_type(value, "pandas", "DataFrame")
    if frame or library_type(value, "pandas", "Series"):
        if column == 0:
            index = value.index
            counts = library_type(index, "pandas", "RangeIndex") and index.start == 0 and index.step == 1
            return None if counts else index.to_flat_index().array
        return (value.iloc[:, column - 1] if frame else value).array
    if library_type(value, "numpy", "ndarray") and value.ndim > 0:
        return None if column == 0 else value[:, column - 1] if value.ndim == 2 else value
    frame = library_type(value, "polars", "DataFrame")
    if frame or library_type(value, "polars", "Series"):
        if column == 0:
            return None
        series = value.to_series(column - 1) if frame else value
        plain = (series.dtype.is_integer() or series.dtype.is_float()) and series.null_count() == 0
        values = series.to_numpy() if plain else None
        return values if plain and values.dtype.kind in "iuf" else series
    base = base_of(value, dict, list, tuple, set, frozenset)
    if base is dict:
        return list(dict.values(value) if column else dict.keys(value))
    if base is not None:
        return list(base.__iter__(value)) if column else None
    return [value]


def items_of(piece):
    if type(piece) is list:
        return piece
    if library_type(piece, "polars", "Series"):
        return piece.to_list()
    if library_type(piece, "numpy", "ndarray") and piece.ndim > 1:
        return list(piece)
    if piece.dtype.kind in "mM" and piece.dtype.name.endswith("[ns]") and library_type(piece, "numpy", "ndarray"):
        # Python's own dates know no nanoseconds, and so they would be numbers.
        piece = piece.astype(f"{piece.dtype.kind}8[us]")
    return piece.tolist()


def pieces_of(column):
    """Places and items, some at a time."""
    for start in range(0, len(column), PIECE):
        piece = column[start : start + PIECE]
        yield start, items_of(piece)


def numpy_array(column):
    """The array of NumPy that a column is, or that pandas wraps; None: it is none."""
    if library_type(column, "numpy", "ndarray"):
        return column if column.ndim == 1 else None
    if library_type(column, "pandas.arrays", "NumpyExtensionArray"):
        return column.to_numpy()
    if library_type(column, "pandas.arrays", "DatetimeArray") and column.tz is None:
        return sys.modules["numpy"].asarray(column)
    return None


def shown_pieces_of(column, among):
    """As pieces_of(), but dates as the texts they are shown as, which is faster at once; without those where `among` has no flag."""
    dates = numpy_array(column)
    # Whole days are shown without a time.
    if dates is not None and (dates.dtype.kind != "M" or sys.modules["numpy"].datetime_data(dates.dtype)[0] in "YMWD"):
        dates = None
    for start in range(0, len(column), PIECE):
        if among is not None and not any(among[start : start + PIECE]):
            continue
        piece = column[start : start + PIECE] if dates is None else dates[start : start + PIECE]
        yield start, items_of(piece) if dates is None else texts_of_dates(piece) or items_of(column[start : start + PIECE])


def texts_of_dates(piece):
    """Those of a piece in which no date has a part of a second, or None."""
    numpy = sys.modules["numpy"]
    whole = piece.astype("datetime64[s]")
    missing = numpy.isnat(piece)
    if not ((whole == piece) | missing).all():
        return None
    texts = numpy.char.replace(numpy.datetime_as_string(whole), "T", " ")
    texts[missing] = ""
    return texts.tolist()


def sort_key(item):
    """Numbers come before dates and the like, texts come last. None: a missing value."""
    numpy = sys.modules.get("numpy")
    if numpy and base_of(item, numpy.generic):
        item = item.item()
    if type(item) in (bool, int, float):
        return (0, item) if item == item else None
    if type(item) is str:
        return (2, item.casefold(), item)
    text = cell(item)
    if text is None:
        return None
    if any(library_type(item, *place) for place in SHOWN):
        # As text they are in order, but for durations and fractions.
        return (1, class_name(item), text)
    return (2, text.casefold(), text)


def text_ranks(items):
    """For texts, of which often many are the same."""
    texts = sorted((item for item in set(items) if type(item) is str), key=lambda text: (text.casefold(), text))
    ranks = dict(zip(texts, range(len(texts))))
    return list(map(ranks.get, items))


def sorted_items(column, descending, deadline):
    # The sorting itself cannot be stopped, and takes as long as this again.
    deadline = time.monotonic() + (deadline - time.monotonic()) / 2
    everything = []
    for _, items in pieces_of(column):
        in_time(deadline)
        everything += items
    keys = []
    if set(map(type, everything)) <= {str, float, type(None)} and not any(type(item) is float and item == item for item in everything):
        keys = text_ranks(everything)
    else:
        for start in range(0, len(everything), PIECE):
            in_time(deadline)
            keys += map(sort_key, everything[start : start + PIECE])
    present = [place for place, key in enumerate(keys) if key is not None]
    order = array.array("q", sorted(present, key=keys.__getitem__, reverse=descending))
    order.extend(place for place, key in enumerate(keys) if key is None)
    return order


def sorted_rows(value, total, column, descending, deadline):
    """The places of all rows, in the order of a column. Missing values come last; equal ones stay as they are."""
    items = column_of(value, column)
    if items is None:
        return range(total - 1, -1, -1) if descending else range(total)
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if pandas and base_of(items, pandas.api.extensions.ExtensionArray):
        if not pandas.api.types.is_string_dtype(items.dtype) and not pandas.api.types.is_object_dtype(items.dtype):
            series = pandas.Series(items, copy=False).sort_values(ascending=not descending, kind="stable", na_position="last")
            return series.index.to_numpy()
    elif library_type(items, "numpy", "ndarray") and items.ndim == 1 and items.dtype.kind in "biufmM":
        if not descending:
            return numpy.argsort(items, kind="stable")
        order = total - 1 - numpy.argsort(items[::-1], kind="stable")[::-1]
        return numpy.roll(order, -int(numpy.count_nonzero(items != items)))
    return sorted_items(items, descending, deadline)


def may_contain(column, text):
    kind = getattr(getattr(column, "dtype", None), "kind", "O")
    return kind not in NUMERALS or set(text) <= NUMERALS[kind]


def matching_rows(value, columns, text, among, deadline):
    """A flag for each row: whether one of its columns contains the text. Where `among` has no flag, nobody looks."""
    text = text.casefold()
    flags = bytearray(length_of(value))
    for number in range(columns):
        column = column_of(value, number)
        if column is None or not may_contain(column, text):
            continue
        for start, items in shown_pieces_of(column, among):
            in_time(deadline)
            kinds = set(map(type, items))
            if kinds == {int}:
                shown = map(repr, items)
            elif kinds == {float}:
                shown = (repr(item) if item == item else "" for item in items)
            elif kinds == {str}:
                shown = map(str.casefold, items)
            else:
                shown = ((cell(item) or "").casefold() if type(item) is not str else item.casefold() for item in items)
            for place in [place for place, one in enumerate(shown, start) if text in one]:
                flags[place] = 1
    return flags


MISSING = ("missing", "present")
ORDERS_BY = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf", re.ASCII)
PERIOD = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:[ Tt]\d\d(?::\d\d(?::\d\d)?)?)?)?)?", re.ASCII)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
UNITS = {4: "Y", 7: "M", 10: "D", 13: "h", 16: "m", 19: "s"}


def number_in(text):
    plain = text.strip().replace(",", "").removesuffix("%")
    if len(plain) > 400 or not NUMBER.fullmatch(plain):
        return None
    whole = int(plain) if plain.lstrip("+-").isdigit() else None
    return whole if whole is not None and -(1 << 63) <= whole < 1 << 63 else float(plain)


class Condition:
    """What has to hold for a value of one column. The same rules as where a window filters rows itself."""

    def __init__(self, operation, text):
        self.operation = operation
        self.text = text
        self.folded = text.casefold()
        self.number = number_in(text)
        self.period = text.replace("T", " ").replace("t", " ") if PERIOD.fullmatch(text) else None

    def holds(self, text, number):
        comparable = number is not None and self.number is not None
        if self.operation in ("=", "!="):
            same = number == self.number if comparable else self.folded in text.casefold()
            return same == (self.operation == "=")
        if self.operation == "==":
            return number == self.number if comparable else text == self.text
        compare = ORDERS_BY[self.operation]
        if comparable:
            return compare(number, self.number)
        if number is not None or not text:
            return False
        if self.period and DATE.match(text):
            return compare(text[: len(self.period)].replace("T", " "), self.period)
        return self.number is None and compare(text.casefold(), self.folded)

    def of(self, item):
        kind = type(item)
        if kind is str:
            return self.operation == "present" if self.operation in MISSING else self.holds(item, number_in(item))
        numpy = sys.modules.get("numpy")
        if numpy and base_of(item, numpy.generic):
            item = item.item()
            kind = type(item)
        if self.operation in MISSING:
            return (cell(item) is None) == (self.operation == "missing")
        if kind in (int, float):
            return self.holds(cell(item) or "", item if item == item else None)
        return self.holds(cell(item) or "", None)

    def of_array(self, values):
        """The answer for all values of a NumPy array at once, or None where each is looked at."""
        numpy = sys.modules["numpy"]
        if self.operation in MISSING:
            if values.dtype.kind in "mM":
                missing = numpy.isnat(values)
            elif values.dtype.kind in "biuf":
                missing = values != values
            else:
                return None
            return missing if self.operation == "missing" else ~missing
        if values.dtype.kind in "iuf" and self.number is None and self.operation not in ("=", "!="):
            return numpy.zeros(len(values), dtype=bool)
        if values.dtype.kind in "iuf" and self.number is not None:
            if self.operation in ("=", "=="):
                return values == self.number
            return values != self.number if self.operation == "!=" else ORDERS_BY[self.operation](values, self.number)
        if values.dtype.kind == "M" and self.period and self.operation in ORDERS_BY:
            unit = UNITS[len(self.period)]
            try:
                limit = numpy.datetime64(self.period, unit)
            except ValueError:  # no day of the calendar
                return None
            return ORDERS_BY[self.operation](values.astype(f"datetime64[{unit}]"), limit)
        return None


def fulfilling_rows(value, number, condition, among, deadline):
    """A flag for each row: whether the condition holds for what stands in the column. Where `among` has no flag, nobody looks."""
    column = column_of(value, number)
    if column is None:  # it counts the rows
        column = list(range(length_of(value)))
    values = numpy_array(column)
    if values is not None:
        flags = condition.of_array(values)
        if flags is not None:
            return flags.tobytes()
    flags = bytearray(len(column))
    for start, items in pieces_of(column) if condition.operation in MISSING else shown_pieces_of(column, among):
        in_time(deadline)
        flags[start : start + len(items)] = bytes(map(condition.of, items))
    return flags


def both(one, other):
    return (int.from_bytes(one, "little") & int.from_bytes(other, "little")).to_bytes(len(one), "little")


def chosen_rows(value, columns, text, conditions, deadline):
    """A flag for each row: whether all of it holds."""
    wanted = ((-1, "=", text), *conditions) if text else conditions
    flags = None
    for number, operation, wish in sorted(wanted, key=lambda one: one[0] < 0):  # those that look at all columns last
        if number < 0:
            found = matching_rows(value, columns, wish, flags, deadline)
        else:
            found = fulfilling_rows(value, number, Condition(operation, wish), flags, deadline)
        flags = found if flags is None else both(flags, found)
    return flags


def selected(order, flags):
    numpy = sys.modules.get("numpy")
    if not numpy:
        return array.array("q", itertools.compress(order, map(flags.__getitem__, order)))
    order = numpy.asarray(order, dtype="int64")  # also where there is nothing
    return order[numpy.frombuffer(flags, dtype=bool)[order]]


class Orders:
    """Which rows come when, of tables that were sorted or filtered. Kept until something runs: paging sorts once."""

    def __init__(self):
        self._run = None
        self._kept = {}  # the latest last

    def get(self, run, key, find):
        if run != self._run:
            self._run = run
            self._kept.clear()
        order = self._kept.pop(key, None)
        if order is None:
            order = find()
        self._kept[key] = order
        held = sum(map(len, self._kept.values()))
        for old in list(self._kept)[:-1]:
            if held <= KEPT_PLACES:
                break
            held -= len(self._kept.pop(old))
        return order


ORDERS = Orders()


def table(namespace, hidden, wanted, run):
    name, offset, limit = wanted["name"], wanted["offset"], wanted["limit"]
    if name not in namespace or not is_listed(name, namespace[name], hidden):
        return {}
    value = namespace[name]
    total = length_of(value)
    columns, _ = page_of(value, [])
    column, descending, text = wanted["sort"], wanted["descending"], wanted["filter"]
    conditions = tuple((one["column"], one["operation"], one["text"]) for one in wanted["conditions"])
    if any(number >= len(columns) for number in (column, *(one[0] for one in conditions))):
        return {"no_column": True}
    deadline = time.monotonic() + wanted["seconds"]
    # A thread may change the table meanwhile; at least no place is asked for that it does not have.
    what = (name, id(value), total)
    order = range(total)
    try:
        if column >= 0:
            order = ORDERS.get(run, (*what, column, descending, ""),
                               lambda: sorted_rows(value, total, column, descending, deadline))
        if text or conditions:
            order = ORDERS.get(run, (*what, column, descending, (text, conditions)),
                               lambda: selected(order, chosen_rows(value, len(columns), text, conditions, deadline)))
    except TooLate:
        return {"late": True}
    places = order[offset : offset + limit]
    columns, rows = page_of(value, list(places) if type(places) is range else places.tolist())
    library = from_library(value) or {}
    shape = library.get("shape", [])
    wide = shape[1] + 1 if len(shape) == 2 else len(columns)
    return {"name": name, "type": library.get("type", class_name(value)), "columns": columns, "rows": rows, "offset": offset,
            "total_rows": total, "matching_rows": len(order), "conditions": len(conditions), "total_columns": wide}
