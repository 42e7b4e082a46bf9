# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What the checks of one SDK found, and the table of them."""
import asyncio
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Failed(AssertionError):
    """A check whose result is not what it should be."""


def equal(actual, expected, what="value"):
    if actual != expected:
        raise Failed(f"{what} is {actual!r}, expected {expected!r}")


def true(condition, what):
    if not condition:
        raise Failed(what)


class Report:
    """Runs checks one after another; a check in `known` has to fail in the way that is written there."""

    def __init__(self, title, known):
        self.title = title
        self.known = dict(known)
        self.rows = []
        self.started = time.monotonic()

    async def run(self, name, check, limit=120):
        known = self.known.pop(name, None)
        failure = None
        self.started = time.monotonic()
        try:
            await asyncio.wait_for(check, limit)
        except asyncio.TimeoutError:
            failure = f"did not end within {limit} s"
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)
            line = next((frame.lineno for frame in reversed(where) if frame.filename.startswith(str(HERE))
                         and frame.name not in ("do", "equal", "true", "refused")), 0)
            failure = f"line {line}: {type(error).__name__}: {error}"
        if known is None:
            self.add(name, "failed" if failure else "passed", failure or "")
        elif failure is None:
            self.add(name, "failed", "passes, although the table of known failures lists it")
        elif known["shows"] not in failure:
            self.add(name, "failed", f"fails in another way than the table says ({known['shows']!r}): {failure}")
        else:
            self.add(name, "xfail", known["reason"])

    def add(self, name, result, note=""):
        self.rows.append((name, result, note))
        took = time.monotonic() - self.started
        print(f"  {result:7} {took:5.1f} s  {name}" + (f"  ({note})" if note else ""), flush=True)

    def cover(self, wanted, seen):
        """Every name in `wanted` has to be in `seen`, otherwise a method was never called."""
        missing = sorted(set(wanted) - set(seen))
        if missing:
            self.add("everything there is was called", "failed", "never called: " + ", ".join(missing))
        else:
            self.add(f"everything there is was called ({len(set(wanted))} of them)", "passed")

    def finish(self):
        for name in self.known:
            self.add(name, "failed", "the table of known failures names a check that does not exist")
        count = {result: sum(row[1] == result for row in self.rows) for result in ("passed", "xfail", "failed")}
        print(f"{self.title}: {count['passed']} passed, {count['xfail']} expected failures, {count['failed']} failed")
        return 1 if count["failed"] or not count["passed"] else 0
