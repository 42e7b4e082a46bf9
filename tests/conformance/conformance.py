#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the published, unmodified OpenSandbox SDKs against the local runtime.

Usage: conformance.py BIN_FOLDER SUITE, with SUITE one of python-async, python-sync, examples, cli, javascript.

The SDKs are installed at fixed versions into environments in the cache folder, by pip and npm with whatever
registry they are set up for. Where none can be reached the test is skipped (exit code 77); where CI is "true"
that is a failure.
"""
import fcntl
import hashlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
INSTALL_LIMIT = 600


class Unreachable(Exception):
    """The SDKs cannot be had here; the text says why."""


def cache_folder():
    if os.environ.get("WB_CACHE_DIR"):
        return Path(os.environ["WB_CACHE_DIR"])
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "opensandbox-workbench" / "kept"


def environment(kind, pins, install):
    """The folder of an environment that is made once for these pins, however many tests want it at a time."""
    mark = hashlib.sha256((pins.read_text() + sys.version).encode()).hexdigest()[:12]
    folder = cache_folder() / f"published-{kind}-{mark}"
    whole = folder / "complete"
    if whole.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            # What an interrupted run left cannot be trusted.
            shutil.rmtree(folder, ignore_errors=True)
            print(f"Installing the published SDKs of {pins.name} into {folder}", flush=True)
            try:
                install(folder)
            except (OSError, subprocess.SubprocessError) as error:
                output = getattr(error, "output", None) or str(error)
                raise Unreachable(f"the SDKs of {pins.name} could not be installed:\n{output[-2000:]}") from error
            whole.touch()
    return folder


def quiet(*command, **more):
    subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                   stdin=subprocess.DEVNULL, timeout=INSTALL_LIMIT, **more)


def install_python(folder):
    quiet(sys.executable, "-m", "venv", folder)
    quiet(folder / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input",
          "--only-binary", ":all:", "--requirement", HERE / "requirements.txt")


def install_javascript(folder):
    folder.mkdir()
    shutil.copy(HERE / "package.json", folder)
    quiet("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts",
          f"--cache={folder}/npm-cache", cwd=folder)
    shutil.rmtree(folder / "npm-cache", ignore_errors=True)


@contextmanager
def local_runtime(programs, key=None):
    """A local runtime on a free port: (address, key). Everything of it is gone afterwards."""
    key = key or secrets.token_hex(16)
    with tempfile.TemporaryDirectory(prefix="wb-conformance-") as state, \
            open(Path(state) / "log", "w+") as log:
        server = subprocess.Popen(
            [Path(programs) / "opensandbox-local", "serve", "--port", "0", "--exit-with-stdin", "--state-dir", f"{state}/state"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=os.environ | {"OPENSANDBOX_LOCAL_API_KEY": key})
        try:
            ready = json.loads(server.stdout.readline() or "{}")
            if not ready.get("ready"):
                log.seek(0)
                sys.exit(f"The local runtime did not start: {ready}\n{log.read()}")
            yield f"127.0.0.1:{ready['port']}", key
        finally:
            server.stdin.close()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def program_of(suite):
    """What runs the checks of a suite, up to the address and the key."""
    if suite == "javascript":
        folder = environment("javascript", HERE / "package.json", install_javascript)
        return ["node", HERE / "javascript_sdk.mjs", folder]
    python = environment("python", HERE / "requirements.txt", install_python) / "bin" / "python"
    if suite.startswith("python-"):
        return [python, HERE / "python_sdk.py", suite.removeprefix("python-")]
    return [python, HERE / f"{suite}.py"]


def main(programs, suite):
    try:
        program = program_of(suite)
    except Unreachable as reason:
        print(f"{'Failed' if os.environ.get('CI') == 'true' else 'Skipped'}: {reason}")
        return 1 if os.environ.get("CI") == "true" else SKIPPED
    with local_runtime(programs) as (address, key):
        return subprocess.run([*program, address, key], stdin=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
