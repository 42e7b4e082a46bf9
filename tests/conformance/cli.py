# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of the published `osb` against a running server.

Usage: cli.py HOST:PORT KEY
"""
import asyncio
import json
import logging
import os
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import click
from click.testing import CliRunner
from opensandbox_cli.main import cli

from reasons import POLICY, TEMPLATES, VAULT
from report import Failed, Report, equal, true

KNOWN = {
    "command run: lines": {
        "shows": "output is '123\\n'", "reason": "osb joins lines without their ends; the protocol sends each without its end"},
    "egress patch": {"shows": "cannot change the network policy", "reason": POLICY},
} | {
    f"template {name}": {"shows": "TEMPLATE::NOT_IMPLEMENTED", "reason": TEMPLATES} for name in ("create", "get", "list", "delete")
} | {
    f"credential-vault {name}": {"shows": "not found", "reason": VAULT}
    for name in ("create", "get", "patch", "delete", "credential list", "credential get", "binding list", "binding get")
}


def all_commands(command, path=()):
    if isinstance(command, click.Group):
        for name, child in command.commands.items():
            yield from all_commands(child, (*path, name))
    else:
        yield " ".join(path)


class Cli:
    def __init__(self, address, key, folder):
        self.program = Path(sys.executable).parent / "osb"
        self.options = ["--domain", address, "--api-key", key, "--config", f"{folder}/config.toml", "--no-color"]
        self.runner = CliRunner()
        self.folder = Path(folder)
        # Everything the program keeps lands in this folder, not in the user's.
        self.environment = {"HOME": folder, "XDG_CONFIG_HOME": folder, "COLUMNS": "400"}
        self.commands = set(all_commands(cli))
        self.used = set()
        self.box = self.guarded = None

    async def run(self, *arguments, code=0, in_process=True):
        """What the command printed; it has to end with this code."""
        words = list(map(str, arguments))
        for length in range(3, 0, -1):
            if " ".join(words[:length]) in self.commands:
                self.used.add(" ".join(words[:length]))
                break
        if in_process:
            # Thirty times faster than a program of its own for each, on a busy machine.
            result = self.runner.invoke(cli, [*self.options, *words], env=self.environment)
            ended, out, errors = result.exit_code, result.stdout, result.stderr
        else:
            done = await asyncio.to_thread(subprocess.run, [self.program, *self.options, *words], cwd=self.folder, timeout=60,
                                           env=os.environ | self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            ended, out, errors = done.returncode, done.stdout, done.stderr
        if ended != code:
            raise Failed(f"osb {' '.join(words)} ended with {ended}: {(errors or out).strip().splitlines()[-1:]}")
        return out

    async def json(self, *arguments):
        at = arguments.index("--") if "--" in arguments else len(arguments)
        return json.loads(await self.run(*arguments[:at], "-o", "json", *arguments[at:]))

    async def create(self):
        request = self.folder / "policy.json"
        request.write_text(json.dumps({"defaultAction": "deny", "egress": []}))
        created = await self.json("sandbox", "create", "-i", "local", "-t", "10m", "-e", "ONE=1", "-m", "team=cli",
                                  "--resource", "cpu=1", "--resource", "memory=1Gi")
        equal(created["image"], "local", "image")
        self.box = created["id"]
        self.guarded = (await self.json("sandbox", "create", "-i", "local", "--network-policy-file", request))["id"]
        await self.run("sandbox", "create", "-i", "no-such-image", code=1)

    async def list(self):
        page = await self.json("sandbox", "list", "-s", "running", "-m", "team=cli", "--page", 1, "--page-size", 5)
        equal([item["id"] for item in page["items"]], [self.box], "sandboxes")
        equal(page["pagination"]["total_items"], 1, "number of sandboxes")

    async def get(self):
        info = await self.json("sandbox", "get", self.box)
        equal((info["id"], info["status"]["state"], info["metadata"]), (self.box, "Running", {"team": "cli"}), "sandbox")
        await self.run("sandbox", "get", "00000000-0000-4000-8000-000000000000", code=1)

    async def renew(self):
        before = (await self.json("sandbox", "get", self.box))["expires_at"]
        await self.json("sandbox", "renew", self.box, "-t", "1h")
        true((await self.json("sandbox", "get", self.box))["expires_at"] > before, "the expiry is not later")

    async def as_a_program(self):
        text = await self.run("sandbox", "get", self.box, "-o", "json", in_process=False)
        equal(json.loads(text)["id"], self.box, "id")
        await self.run("sandbox", "get", "no-such-sandbox", in_process=False, code=1)

    async def endpoint(self):
        true((await self.json("sandbox", "endpoint", self.box, "-p", 8080))["endpoint"].endswith("/8080"), "endpoint")

    async def health(self):
        equal((await self.json("sandbox", "health", self.box))["healthy"], True, "health")

    async def metrics(self):
        equal((await self.json("sandbox", "metrics", self.box))["memory_total_in_mib"], 1024, "memory")

    async def pause_resume(self):
        await self.json("sandbox", "pause", self.box)
        equal((await self.json("sandbox", "get", self.box))["status"]["state"], "Paused", "state")
        await self.json("sandbox", "resume", self.box)
        equal((await self.json("sandbox", "get", self.box))["status"]["state"], "Running", "state")

    async def command_run(self):
        true("out" in await self.run("command", "run", self.box, "-o", "raw", "-w", "/tmp", "--", "echo", "out"), "output")
        await self.run("command", "run", self.box, "--", "sh", "-c", "exit 3", code=1)

    async def command_lines(self):
        equal(await self.run("command", "run", self.box, "-o", "raw", "--", "seq", 3), "1\n2\n3\n", "output")

    async def command_background(self):
        started = (await self.json("command", "run", self.box, "-d", "--", "sh", "-c", "echo begun; exec sleep 60"))["execution_id"]
        equal((await self.json("command", "status", self.box, started))["running"], True, "status")
        for _ in range(50):
            if "begun" in await self.run("command", "logs", self.box, started, "--cursor", 0):
                break
        else:
            raise Failed("the output did not come")
        await self.json("command", "interrupt", self.box, started)
        equal((await self.json("command", "status", self.box, started))["running"], False, "status afterwards")

    async def command_session(self):
        session = (await self.json("command", "session", "create", self.box, "-w", "/tmp"))["session_id"]
        await self.run("command", "session", "run", self.box, session, "--", "export", "KEPT=here")
        true("here" in await self.run("command", "session", "run", self.box, session, "--", "printenv", "KEPT"), "output")
        await self.json("command", "session", "delete", self.box, session)
        await self.run("command", "session", "delete", self.box, session, code=1)

    async def files_text(self):
        await self.json("file", "write", self.box, "/workspace/a.txt", "-c", "hello ü", "--mode", 640)
        equal(await self.run("file", "cat", self.box, "/workspace/a.txt"), "hello ü", "text")
        info = (await self.json("file", "info", self.box, "/workspace/a.txt"))[0]
        equal((info["mode"], info["size"]), (640, 8), "mode and size")
        await self.json("file", "chmod", self.box, "/workspace/a.txt", "--mode", 600)
        equal((await self.json("file", "info", self.box, "/workspace/a.txt"))[0]["mode"], 600, "mode")
        await self.json("file", "replace", self.box, "/workspace/a.txt", "--old", "hello", "--new", "bye")
        equal(await self.run("file", "cat", self.box, "/workspace/a.txt"), "bye ü", "text")

    async def files_transfer(self):
        there = self.folder / "there.bin"
        there.write_bytes(bytes(range(256)) * 4000)
        await self.json("file", "upload", self.box, there, "/workspace/there.bin")
        await self.json("file", "download", self.box, "/workspace/there.bin", self.folder / "back.bin")
        equal((self.folder / "back.bin").read_bytes(), there.read_bytes(), "file that went there and back")

    async def files_tree(self):
        await self.json("file", "mkdir", self.box, "/workspace/tree/deep", "--mode", 750)
        await self.json("file", "write", self.box, "/workspace/tree/x.txt", "-c", "x")
        await self.json("file", "mv", self.box, "/workspace/tree/x.txt", "/workspace/tree/deep/y.txt")
        found = await self.json("file", "search", self.box, "/workspace/tree", "-p", "*.txt")
        equal([entry["path"] for entry in found], ["/workspace/tree/deep/y.txt"], "found")
        await self.json("file", "rm", self.box, "/workspace/tree/deep/y.txt")
        await self.json("file", "rmdir", self.box, "/workspace/tree")
        await self.run("file", "info", self.box, "/workspace/tree", code=1)

    async def egress_get(self):
        policy = json.dumps(await self.json("egress", "get", self.guarded))
        true('"deny"' in policy, f"policy is {policy}")

    async def egress_patch(self):
        await self.json("egress", "patch", self.guarded, "--rule", "allow=example.org")

    async def vault(self, *words):
        content = self.folder / "vault.json"
        content.write_text(json.dumps({
            "credentials": [{"name": "token", "source": {"type": "inline", "value": "secret"}}],
            "bindings": [{"name": "api", "match": {"hosts": ["api.example.org"]}, "auth": {"type": "bearer", "credential": "token"}}]}
            if words[0] == "create" else {"expectedRevision": 1, "credentials": {"delete": ["token"]}}))
        more = ["--file", content] if words[0] in ("create", "patch") else []
        name = {"credential": ["token"], "binding": ["api"]}[words[0]] if words[-1] == "get" and len(words) == 2 else []
        await self.json("credential-vault", *words, self.guarded, *name, *more)

    async def snapshots(self):
        snapshot = (await self.json("snapshot", "create", self.box, "--name", "cli"))["id"]
        for _ in range(100):
            if (await self.json("snapshot", "get", snapshot))["status"]["state"] != "Creating":
                break
        listed = await self.json("snapshot", "list", "--sandbox-id", self.box)
        equal([item["id"] for item in listed["items"]], [snapshot], "snapshots")
        await self.json("snapshot", "delete", snapshot)
        await self.run("snapshot", "get", snapshot, code=1)

    async def template(self, name):
        arguments = {"create": ["-i", "local", "-p", "no.example/x:1"], "list": []}.get(name, ["no-template"])
        await self.json("template", name, *arguments)

    async def diagnostics(self):
        for kind in ("logs", "events"):
            text = await self.run("diagnostics", kind, self.box, "-s", "all")
            true(text.strip(), f"{kind} are empty")

    async def devops(self):
        for kind, expected in (("logs", "listening"), ("events", "CONTAINER_RUNNING"), ("inspect", self.box), ("summary", self.box)):
            text = await self.run("devops", kind, self.box)
            true(expected in text, f"{kind}: {text}")

    async def config(self):
        await self.json("config", "init")
        await self.run("config", "set", "defaults.image", "local")
        shown = json.dumps(await self.json("config", "show"))
        true("local" in shown, f"configuration is {shown}")

    async def skills(self):
        slug = (await self.json("skills", "list"))["skills"][0]["slug"]
        true(await self.run("skills", "show", slug), "the skill is empty")
        await self.run("skills", "install", slug, "--target", "claude", "--scope", "project")
        await self.run("skills", "uninstall", slug, "--target", "claude", "--scope", "project")

    async def kill(self):
        killed = await self.json("sandbox", "kill", self.box, self.guarded)
        equal([item["status"] for item in killed], ["terminated", "terminated"], "result")
        await self.run("sandbox", "get", self.box, code=1)

    async def all(self, report):
        await report.run("sandbox create", self.create())
        if self.guarded is None:
            return
        for name, check in [
            ("sandbox list", self.list()), ("sandbox get", self.get()), ("osb as a program", self.as_a_program()), ("sandbox renew", self.renew()),
            ("sandbox endpoint", self.endpoint()), ("sandbox health", self.health()), ("sandbox metrics", self.metrics()),
            ("sandbox pause, resume", self.pause_resume()),
            ("command run", self.command_run()), ("command run: lines", self.command_lines()),
            ("command run -d, status, logs, interrupt", self.command_background()),
            ("command session create, run, delete", self.command_session()),
            ("file write, cat, info, chmod, replace", self.files_text()), ("file upload, download", self.files_transfer()),
            ("file mkdir, mv, search, rm, rmdir", self.files_tree()),
            ("egress get", self.egress_get()), ("egress patch", self.egress_patch()),
            ("snapshot create, get, list, delete", self.snapshots()),
            ("diagnostics logs, events", self.diagnostics()), ("devops logs, events, inspect, summary", self.devops()),
            *[(f"credential-vault {words}", self.vault(*words.split())) for words in (
                "create", "get", "patch", "credential list", "credential get", "binding list", "binding get", "delete")],
            *[(f"template {name}", self.template(name)) for name in ("create", "get", "list", "delete")],
            ("config init, set, show", self.config()), ("skills list, show, install, uninstall", self.skills()),
            ("sandbox kill", self.kill()),
        ]:
            await report.run(name, check)
        report.cover(self.commands, self.used)


async def main(address, key):
    logging.disable(logging.CRITICAL)
    report = Report(f"osb {version('opensandbox-cli')}", KNOWN)
    print(report.title, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        # Skills are installed below the current folder.
        os.chdir(folder)
        await Cli(address, key, folder).all(report)
    return report.finish()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
