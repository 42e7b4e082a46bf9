# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of the article this project starts from as they stand, but for address and key.

Usage: examples.py HOST:PORT KEY
"""
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from report import Report, equal

# What each prints.
EXAMPLES = {"basic.py": "Hello from sandbox\n", "interpreter.py": "42\n\n", "synchronous.py": "10\n\n"}


async def run(name, address, key):
    text = (Path(__file__).parent / "examples" / name).read_text()
    for old, new in {"api.opensandbox.io": address, "YOUR_KEY": key}.items():
        equal(text.count(old), 1, f"number of {old} in the example")
        text = text.replace(old, new)
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(text)
        script.flush()
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, script.name], capture_output=True, text=True, timeout=180)
    equal((done.returncode, done.stdout), (0, EXAMPLES[name]), f"what it did ({done.stderr[-500:]})")


async def main(address, key):
    report = Report("The article's examples", {})
    for name in EXAMPLES:
        await report.run(name, run(name, address, key), limit=200)
    return report.finish()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
