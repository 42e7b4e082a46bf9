# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls every method of the published Python SDKs, asynchronous or synchronous, against a running server.

Usage: python_sdk.py async|sync HOST:PORT KEY
"""
import asyncio
import base64
import importlib
import inspect
import io
import logging
import pkgutil
import sys
import uuid
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, timezone

import code_interpreter
import opensandbox
from code_interpreter.models.code import CodeContext, SupportedLanguage
from opensandbox import exceptions
from opensandbox.models.execd import ExecutionHandlers, RunCommandOpts
from opensandbox.models.execd_sync import ExecutionHandlersSync
from opensandbox.models.filesystem import (ContentReplaceEntry, DirectoryListEntry, MoveEntry, SearchEntry,
                                           SetPermissionEntry, WriteEntry)
from opensandbox.models.isolated import CreateIsolatedSessionRequest, IsolatedWorkspaceSpec
from opensandbox.models.sandboxes import (PVC, NetworkPolicy, NetworkRule, PlatformSpec, SandboxFilter,
                                          SandboxImageAuth, SandboxImageSpec, SnapshotFilter, Volume)
from opensandbox.models.templates import CreateTemplateRequest, TemplateFilter

from reasons import ISOLATED, POLICY, TEMPLATES, VAULT
from report import Failed, Report, equal, true

INTERPRETER = "opensandbox/code-interpreter:v1.1.0"

# Checks that cannot pass, by the SDK's own fault or because they need a backend that no local runtime can be.
# "shows" has to be part of the failure; a check that passes although it is listed is a failure, too.
KNOWN = {
    "codes.run: rich results": {
        "shows": "[None, None]", "reason": "the SDK keeps the text of results and drops every other MIME type"},
    "Sandbox.get_signed_endpoint": {
        "shows": "SANDBOX::API_NOT_SUPPORTED",
        "reason": "signed routes exist behind a Kubernetes gateway only; the Docker server refuses them with the same code"},
    "Sandbox.patch_egress_rules; egress.patch_rules": {"shows": "cannot change the network policy", "reason": POLICY},
    "Sandbox.create_from_template": {"shows": "Exactly one of image or snapshotId", "reason": TEMPLATES},
} | {
    f"Manager.{name}_template": {"shows": "TEMPLATE::NOT_IMPLEMENTED", "reason": TEMPLATES} for name in ("create", "get", "delete")
} | {
    "Manager.list_templates": {"shows": "TEMPLATE::NOT_IMPLEMENTED", "reason": TEMPLATES}
} | {
    f"isolation.{name}": {"shows": "NOT_SUPPORTED", "reason": ISOLATED}
    for name in ("create", "attach", "list", "run_once", "session")
} | {
    f"credential_vault.{name}": {"shows": "not found", "reason": VAULT}
    for name in ("create", "get", "patch", "delete", "list_credentials", "get_credential", "list_bindings", "get_binding")
}

# What prints 1 and keeps a value for the next run, in each language: (first run, second run, what it prints).
LANGUAGES = {
    SupportedLanguage.PYTHON: ("value = 41", "print(value + 1)", "42"),
    SupportedLanguage.BASH: ("value=41", "echo $((value + 1))", "42"),
    SupportedLanguage.JAVASCRIPT: ("let value = 41", "console.log(value + 1)", "42"),
    SupportedLanguage.TYPESCRIPT: ("let value: number = 41", "console.log(value + 1)", "42"),
    SupportedLanguage.JAVA: ("int value = 41;", "System.out.println(value + 1);", "42"),
    SupportedLanguage.GO: ('import "fmt"\nvalue := 41', "fmt.Println(value + 1)", "42"),
}


async def do(value):
    """The result of a call, whether the SDK is asynchronous or not."""
    return await value if inspect.isawaitable(value) else value


async def collect(stream):
    stream = await do(stream)
    if hasattr(stream, "__aiter__"):
        return b"".join([piece async for piece in stream])
    return b"".join(stream)


async def refused(value, shows, kinds=(exceptions.SandboxException, ValueError)):
    """The call has to fail with one of these exceptions, and a text with `shows` in it."""
    try:
        result = await do(value()) if callable(value) else await do(value)
    except kinds as error:
        true(shows in str(error), f"the refusal says {str(error)!r}, without {shows!r}")
        return error
    raise Failed(f"it was not refused but gave {result!r}")


def text_of(execution):
    return "".join(message.text for message in execution.logs.stdout)


class Checks:
    def __init__(self, kind, domain, key):
        self.is_sync = kind == "sync"
        if self.is_sync:
            from code_interpreter import CodeInterpreterSync as CodeInterpreter
            from opensandbox import InMemoryPoolStateStore as PoolStore
            from opensandbox import SandboxManagerSync as SandboxManager
            from opensandbox import SandboxPoolManagerSync as PoolManager
            from opensandbox import SandboxPoolSync as SandboxPool
            from opensandbox import SandboxSync as Sandbox
            from opensandbox.config import ConnectionConfigSync as ConnectionConfig
        else:
            from code_interpreter import CodeInterpreter
            from opensandbox import InMemoryAsyncPoolStateStore as PoolStore
            from opensandbox import Sandbox, SandboxManager
            from opensandbox import SandboxPoolAsync as SandboxPool
            from opensandbox import SandboxPoolManagerAsync as PoolManager
            from opensandbox.config import ConnectionConfig
        self.CodeInterpreter, self.PoolStore, self.SandboxManager = CodeInterpreter, PoolStore, SandboxManager
        self.PoolManager, self.SandboxPool, self.Sandbox = PoolManager, SandboxPool, Sandbox
        self.ConnectionConfig = ConnectionConfig
        self.domain, self.key = domain, key
        self.box = self.manager = self.interpreter = self.codes = self.guarded_box = None

    def config(self, **more):
        # The default of 30 s is short for a machine that runs other tests meanwhile (Go compiles its library at first).
        more.setdefault("request_timeout", timedelta(minutes=10))
        return self.ConnectionConfig(domain=self.domain, api_key=self.key, **more)

    def handlers(self, **functions):
        """Handlers of the right colour around plain functions."""
        if self.is_sync:
            return ExecutionHandlersSync(**functions)

        def later(function):
            async def call(event):
                function(event)
            return call
        return ExecutionHandlers(**{name: later(function) for name, function in functions.items()})

    def start(self, function):
        """Runs a call while others go on."""
        if self.is_sync:
            return asyncio.ensure_future(asyncio.to_thread(function))
        return asyncio.ensure_future(function())

    async def create(self, image="local", **more):
        more.setdefault("timeout", timedelta(minutes=5))
        return await do(self.Sandbox.create(image, connection_config=self.config(), **more))

    @asynccontextmanager
    async def sandbox(self, image="local", **more):
        box = await self.create(image, **more)
        try:
            yield box
        finally:
            await do(box.destroy())

    # --- a sandbox's life -------------------------------------------------------------------------------

    async def sandbox_create(self):
        self.box = await self.create(
            SandboxImageSpec(image=INTERPRETER, auth=SandboxImageAuth(username="user", password="word")),
            env={"GREETING": "hello sandbox", "EMPTY": ""}, metadata={"team": "conformance", "example.org/kind": self_kind},
            resource={"cpu": "1", "memory": "2Gi"}, platform=PlatformSpec(os="linux", arch=machine()),
            extensions={"example.org/key": "value"}, entrypoint=["/opt/code-interpreter/code-interpreter.sh"])
        uuid.UUID(self.box.id)
        equal(self.box.origin, "unknown", "origin")
        equal(self.box.connection_config.get_domain(), self.domain, "domain")
        equal(text_of(await do(self.box.commands.run('printf %s "$GREETING"'))), "hello sandbox", "variable of the create")

    async def sandbox_create_refusals(self):
        await refused(lambda: self.create("no-such-image:1"), "no-such-image")
        await refused(lambda: self.create(metadata={"bad key!": "x"}), "SANDBOX::INVALID_METADATA_LABEL")
        await refused(lambda: self.create(timeout=timedelta(seconds=10)), "422", exceptions.SandboxApiException)
        await refused(lambda: self.create(secure_access=True), "SANDBOX::INVALID_PARAMETER")
        await refused(lambda: self.Sandbox.create("local", connection_config=self.ConnectionConfig(
            domain=self.domain, api_key="wrong")), "INVALID_API_KEY")

    async def sandbox_create_with_policy(self):
        async with self.sandbox(network_policy=NetworkPolicy(default_action="deny", egress=[])) as box:
            execution = await do(box.commands.run("exec 3<>/dev/tcp/192.0.2.1/80"))
            true(execution.exit_code != 0, "a sandbox whose policy denies all reached an address")
        policy = NetworkPolicy(default_action="deny", egress=[NetworkRule(action="allow", target="data.example.org")])
        await refused(lambda: self.create(network_policy=policy), "SANDBOX::INVALID_PARAMETER")

    async def sandbox_create_with_volume(self):
        name = f"conformance-{uuid.uuid4().hex[:12]}"
        volume = Volume(name="data", pvc=PVC(claimName=name), mountPath="/data")
        async with self.sandbox(volumes=[volume]) as box:
            await do(box.files.write_file("/data/kept.txt", "kept"))
        async with self.sandbox(volumes=[volume]) as box:
            equal(await do(box.files.read_file("/data/kept.txt")), "kept", "file in a named volume")

    async def sandbox_without_expiry(self):
        async with self.sandbox(timeout=None) as box:
            info = await do(box.get_info())
            equal(info.expires_at, None, "expiry")
            await refused(lambda: box.renew(timedelta(minutes=5)), "DOCKER::INVALID_EXPIRATION")

    async def sandbox_get_info(self):
        info = await do(self.box.get_info())
        equal(info.id, self.box.id, "id")
        equal(info.status.state, "Running", "state")
        equal(info.image.image, INTERPRETER, "image")
        equal(info.entrypoint, ["/opt/code-interpreter/code-interpreter.sh"], "entrypoint")
        equal(info.metadata, {"team": "conformance", "example.org/kind": self_kind}, "metadata")
        equal((info.platform.os, info.platform.arch), ("linux", machine()), "platform")
        left = info.expires_at - info.created_at
        true(timedelta(minutes=4, seconds=58) <= left <= timedelta(minutes=5, seconds=2), f"lifetime is {left}")
        true(abs(datetime.now(timezone.utc) - info.created_at) < timedelta(minutes=2), "created_at is not now")

    async def sandbox_connect(self):
        box = await do(self.Sandbox.connect(self.box.id, connection_config=self.config()))
        await do(box.files.write_file("/workspace/connected.txt", "both see it"))
        equal(await do(self.box.files.read_file("/workspace/connected.txt")), "both see it", "file of the other client")
        await do(box.close())
        true(await do(self.box.is_healthy()), "closing one client ended the sandbox")
        await refused(lambda: self.Sandbox.connect(str(uuid.uuid4()), connection_config=self.config(),
                                                   connect_timeout=timedelta(seconds=2)), "")

    async def sandbox_context_manager(self):
        box = await self.create()
        if self.is_sync:
            with box as same:
                true(same is box, "the context manager gives another object")
        else:
            async with box as same:
                true(same is box, "the context manager gives another object")
        info = await do(self.manager.get_sandbox_info(box.id))
        equal(info.status.state, "Running", "state after the context manager (it closes, it does not kill)")
        await do(self.manager.kill_sandbox(box.id))

    async def sandbox_health(self):
        true(await do(self.box.is_healthy()), "not healthy")
        await do(self.box.check_ready(timedelta(seconds=20), timedelta(milliseconds=100)))
        async with self.sandbox(health_check=(lambda box: True) if self.is_sync else healthy) as box:
            true(await do(box.is_healthy()), "the custom health check was not used")

    async def sandbox_server_proxy(self):
        box = await do(self.Sandbox.connect(self.box.id, connection_config=self.config(use_server_proxy=True)))
        equal(text_of(await do(box.commands.run("echo through the proxy"))), "through the proxy", "output")
        endpoint = (await do(box.get_endpoint(8000))).endpoint
        true(endpoint.endswith(f"/sandboxes/{self.box.id}/proxy/8000"), f"endpoint is {endpoint}")
        await do(box.close())

    async def sandbox_get_endpoint(self):
        endpoint = await do(self.box.get_endpoint(44772))
        true("://" not in endpoint.endpoint and endpoint.endpoint.endswith("/44772"), f"endpoint is {endpoint.endpoint}")
        true((await do(self.box.get_endpoint(18080))).endpoint, "port 18080 has no endpoint")
        await refused(lambda: self.box.get_endpoint(70000), "DOCKER::INVALID_PORT")

    async def sandbox_reach_server_inside(self):
        started = await do(self.box.commands.run(
            "mkdir -p /workspace/site && cd /workspace/site && echo served > index.html && exec python3 -m http.server 8123",
            opts=RunCommandOpts(background=True)))
        await do(self.box.commands.run(
            "for i in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/8123) 2>/dev/null && exit 0; sleep 0.1; done; exit 1"))
        endpoint = await do(self.box.get_endpoint(8123))
        import httpx
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"http://{endpoint.endpoint}/index.html", headers=endpoint.headers)
        equal((answer.status_code, answer.text), (200, "served\n"), "page of a server in the sandbox")
        await do(self.box.commands.interrupt(started.id))

    async def sandbox_get_signed_endpoint(self):
        await do(self.box.get_signed_endpoint(8000, int(datetime.now().timestamp()) + 600))

    async def sandbox_get_metrics(self):
        for metrics in (await do(self.box.get_metrics()), await do(self.box.metrics.get_metrics(self.box.id))):
            true(metrics.cpu_count >= 1, f"{metrics.cpu_count} processors")
            true(0 <= metrics.cpu_used_percentage <= 100 * metrics.cpu_count, f"{metrics.cpu_used_percentage} % CPU")
            equal(metrics.memory_total_in_mib, 2048, "memory limit")
            true(0 < metrics.memory_used_in_mib < 2048, f"{metrics.memory_used_in_mib} MiB used")
            true(abs(metrics.timestamp / 1000 - datetime.now().timestamp()) < 60, "timestamp is not now in milliseconds")

    async def sandbox_diagnostics(self):
        for service in (self.box, self.box.diagnostics, self.manager):
            for kind in ("logs", "events"):
                for scope in ("container", "lifecycle", "all"):
                    if service is self.box:
                        content = await do(getattr(service, f"get_diagnostic_{kind}")(scope))
                    elif service is self.manager:
                        content = await do(getattr(service, f"get_diagnostic_{kind}")(self.box.id, scope))
                    else:
                        content = await do(getattr(service, f"get_{kind}")(self.box.id, scope))
                    equal((content.sandbox_id, content.kind, content.scope, content.delivery),
                          (self.box.id, kind, scope, "inline"), "descriptor")
                    true(content.content is not None, "there is no content")

    async def sandbox_renew(self):
        # For all checks that follow, on a slow machine, too.
        answer = await do(self.box.renew(timedelta(hours=2)))
        left = answer.expires_at - datetime.now(timezone.utc)
        true(timedelta(minutes=119) < left < timedelta(minutes=121), f"{left} left after the renewal")
        equal((await do(self.box.get_info())).expires_at, answer.expires_at, "expiry in the sandbox's state")

    async def sandbox_patch_metadata(self):
        info = await do(self.box.patch_metadata({"stage": "two", "team": None}))
        equal(info.metadata, {"stage": "two", "example.org/kind": self_kind}, "metadata")
        info = await do(self.box.patch_metadata({"team": "conformance", "stage": None}))
        equal(info.metadata, {"team": "conformance", "example.org/kind": self_kind}, "metadata after going back")
        await refused(lambda: self.box.patch_metadata({"opensandbox.io/x": "y"}), "INVALID_METADATA_LABEL")

    async def sandbox_pause_resume(self):
        async with self.sandbox() as box:
            await do(box.files.write_file("/workspace/before.txt", "before"))
            await do(box.pause())
            equal((await do(box.get_info())).status.state, "Paused", "state")
            await refused(lambda: self.Sandbox.connect(
                box.id, connection_config=self.config(request_timeout=timedelta(seconds=1)),
                connect_timeout=timedelta(seconds=2)), "")
            same = await do(self.Sandbox.resume(box.id, connection_config=self.config()))
            equal(same.id, box.id, "id")
            equal((await do(same.get_info())).status.state, "Running", "state")
            equal(await do(same.files.read_file("/workspace/before.txt")), "before", "file after the pause")
            await do(same.close())

    async def sandbox_kill(self):
        box = await self.create()
        await do(box.kill())
        await refused(box.get_info, "SANDBOX_NOT_FOUND")
        true(not await do(box.is_healthy()), "a killed sandbox is healthy")
        await refused(box.kill, "SANDBOX_NOT_FOUND")
        await do(box.close())

    async def sandbox_destroy(self):
        box = await self.create()
        await do(box.destroy())
        await refused(lambda: self.manager.get_sandbox_info(box.id), "SANDBOX_NOT_FOUND")

    async def wait_for_snapshot(self, snapshot):
        for _ in range(300):
            info = await do(self.manager.get_snapshot(snapshot.id))
            if info.status.state != "Creating":
                equal(info.status.state, "Ready", "state of the snapshot")
                return info
            await asyncio.sleep(0.1)
        raise Failed("the snapshot stays in 'Creating'")

    async def sandbox_create_snapshot(self):
        async with self.sandbox(env={"KEPT": "yes"}) as box:
            await do(box.files.write_file("/workspace/kept.txt", "in the snapshot"))
            snapshot = await do(box.create_snapshot("conformance"))
            equal((snapshot.sandbox_id, snapshot.name), (box.id, "conformance"), "snapshot")
            await self.wait_for_snapshot(snapshot)
            await do(box.files.write_file("/workspace/kept.txt", "changed afterwards"))
        restored = await do(self.Sandbox.create(snapshot_id=snapshot.id, connection_config=self.config()))
        try:
            equal(await do(restored.files.read_file("/workspace/kept.txt")), "in the snapshot", "restored file")
            equal((await do(restored.get_info())).snapshot_id, snapshot.id, "snapshot_id")
        finally:
            await do(restored.destroy())
        await do(self.manager.delete_snapshot(snapshot.id))
        await refused(lambda: self.manager.get_snapshot(snapshot.id), "SNAPSHOT::NOT_FOUND")

    async def manager_snapshots(self):
        async with self.sandbox() as box:
            first = await do(self.manager.create_snapshot(box.id, "first"))
            second = await do(self.manager.create_snapshot(box.id))
            await self.wait_for_snapshot(first)
            await self.wait_for_snapshot(second)
            page = await do(self.manager.list_snapshots(SnapshotFilter(sandbox_id=box.id, states=["Ready"], page=1, page_size=1)))
            equal([item.id for item in page.snapshot_infos], [second.id], "newest snapshot")
            equal((page.pagination.total_items, page.pagination.has_next_page), (2, True), "pagination")
            for snapshot in (first, second):
                await do(self.manager.delete_snapshot(snapshot.id))
            page = await do(self.manager.list_snapshots(SnapshotFilter(sandbox_id=box.id)))
            equal(page.snapshot_infos, [], "snapshots after deleting")
            await refused(lambda: self.manager.delete_snapshot(first.id), "SNAPSHOT::NOT_FOUND")

    async def sandbox_get_egress_policy(self):
        policy = await do((await self.guarded()).get_egress_policy())
        equal((policy.default_action, policy.egress), ("deny", []), "policy")
        async with self.sandbox(network_policy=NetworkPolicy(default_action="allow", egress=[])) as box:
            equal((await do(box.get_egress_policy())).default_action, "allow", "policy")

    async def sandbox_patch_egress_rules(self):
        box = await self.guarded()
        await do(box.patch_egress_rules([NetworkRule(action="allow", target="example.org")]))
        equal([(rule.action, rule.target) for rule in (await do(box.get_egress_policy())).egress],
              [("allow", "example.org")], "rules")

    async def sandbox_delete_egress_rules(self):
        box = await self.guarded()
        await do(box.delete_egress_rules(["example.org"]))
        equal((await do(box.get_egress_policy())).egress, [], "rules")

    async def guarded(self):
        """A sandbox with a network policy; others have nothing that answers for it."""
        if self.guarded_box is None:
            self.guarded_box = await self.create(network_policy=NetworkPolicy(default_action="deny", egress=[]), timeout=timedelta(hours=2))
        return self.guarded_box

    async def sandbox_create_from_template(self):
        await do(self.Sandbox.create_from_template("no-template", timeout=timedelta(minutes=5),
                                                   connection_config=self.config()))

    # --- the manager ------------------------------------------------------------------------------------

    async def manager_list(self):
        mark = f"mark-{uuid.uuid4().hex[:12]}"
        boxes = [await self.create(metadata={"mark": mark, "number": str(i)}) for i in range(3)]
        try:
            page = await do(self.manager.list_sandbox_infos(SandboxFilter(metadata={"mark": mark}, page=1, page_size=2)))
            equal([item.id for item in page.sandbox_infos], [boxes[2].id, boxes[1].id], "newest two")
            p = page.pagination
            equal((p.page, p.page_size, p.total_items, p.total_pages, p.has_next_page), (1, 2, 3, 2, True), "pagination")
            page = await do(self.manager.list_sandbox_infos(
                SandboxFilter(metadata={"mark": mark, "number": "1"}, states=["RUNNING", "Paused"])))
            equal([item.id for item in page.sandbox_infos], [boxes[1].id], "filtered by two values")
            page = await do(self.manager.list_sandbox_infos(SandboxFilter(states=["Terminated"], metadata={"mark": mark})))
            equal(page.sandbox_infos, [], "terminated sandboxes")
        finally:
            for box in boxes:
                await do(box.destroy())

    async def manager_of_one(self):
        async with self.sandbox(metadata={"a": "b"}) as box:
            equal((await do(self.manager.get_sandbox_info(box.id))).metadata, {"a": "b"}, "metadata")
            equal((await do(self.manager.patch_sandbox_metadata(box.id, {"c": "d"}))).metadata, {"a": "b", "c": "d"}, "metadata")
            renewed = await do(self.manager.renew_sandbox(box.id, timedelta(hours=2)))
            true(renewed.expires_at - datetime.now(timezone.utc) > timedelta(minutes=119), "the renewal had no effect")
            await do(self.manager.pause_sandbox(box.id))
            equal((await do(self.manager.get_sandbox_info(box.id))).status.state, "Paused", "state")
            await refused(lambda: self.manager.pause_sandbox(box.id), "")
            await do(self.manager.resume_sandbox(box.id))
            await refused(lambda: self.manager.resume_sandbox(box.id), "DOCKER::SANDBOX_NOT_PAUSED")
            equal((await do(self.manager.get_sandbox_info(box.id))).status.state, "Running", "state")
        box = await self.create()
        await do(self.manager.kill_sandbox(box.id))
        await refused(lambda: self.manager.kill_sandbox(box.id), "SANDBOX_NOT_FOUND")
        await do(box.close())

    async def manager_create(self):
        self.manager = await do(self.SandboxManager.create(connection_config=self.config()))
        equal(self.manager.connection_config.get_api_key(), self.key, "key")

    async def manager_close(self):
        other = await do(self.SandboxManager.create(connection_config=self.config()))
        await do(other.list_sandbox_infos(SandboxFilter()))
        await do(other.close())

    async def manager_create_template(self):
        await do(self.manager.create_template(CreateTemplateRequest(image="local", publish="no.example/template:1")))

    async def manager_get_template(self):
        await do(self.manager.get_template("no-template"))

    async def manager_list_templates(self):
        await do(self.manager.list_templates(TemplateFilter(page=1, page_size=5)))

    async def manager_delete_template(self):
        await do(self.manager.delete_template("no-template"))

    # --- commands ---------------------------------------------------------------------------------------

    async def commands_run(self):
        seen = []
        execution = await do(self.box.commands.run(
            "echo out; echo err >&2; printf 'no end'; exit 3",
            handlers=self.handlers(on_init=lambda e: seen.append(("init", e.id)),
                                   on_stdout=lambda m: seen.append(("out", m.text)),
                                   on_stderr=lambda m: seen.append(("err", m.text)),
                                   on_error=lambda e: seen.append(("error", e.name, e.value)))))
        equal([m.text for m in execution.logs.stdout], ["out", "no end"], "standard output")
        equal([(m.text, m.is_error) for m in execution.logs.stderr], [("err", True)], "standard error")
        equal(execution.exit_code, 3, "exit code")
        equal((execution.error.name, execution.error.value, execution.error.traceback),
              ("CommandExecError", "3", ["exit status 3"]), "error")
        equal(seen[0], ("init", execution.id), "first event")
        equal(seen[-1], ("error", "CommandExecError", "3"), "last event")
        equal(sorted(seen[1:-1]), [("err", "err"), ("out", "no end"), ("out", "out")], "events between")

    async def commands_run_success(self):
        done = []
        execution = await do(self.box.commands.run("true", handlers=self.handlers(on_execution_complete=done.append)))
        equal((execution.exit_code, execution.error), (0, None), "result")
        true(len(done) == 1 and execution.complete.execution_time_in_millis >= 0, "no completion was reported")

    async def commands_run_options(self):
        await do(self.box.files.create_directories([WriteEntry(path="/workspace/in here", mode=755)]))
        execution = await do(self.box.commands.run('echo "$PWD:$ONE:$(id -u)"', opts=RunCommandOpts(
            working_directory="/workspace/in here", envs={"ONE": "a $HOME 'b' \"c\""}, uid=await self.uid(), gid=await self.gid())))
        equal(text_of(execution), f"/workspace/in here:a $HOME 'b' \"c\":{await self.uid()}", "output")
        execution = await do(self.box.commands.run("echo begun; sleep 60", opts=RunCommandOpts(timeout=timedelta(milliseconds=700))))
        equal((text_of(execution), execution.exit_code), ("begun", -1), "a command past its time")
        await refused(lambda: self.box.commands.run("true", opts=RunCommandOpts(working_directory="/nowhere")), "nowhere")
        await refused(lambda: self.box.commands.run("  "), "empty", exceptions.InvalidArgumentException)

    async def commands_run_argv(self):
        execution = await do(self.box.commands.run(["printf", "%s|", "$HOME", "a b", "*"]))
        equal(text_of(execution), "$HOME|a b|*|", "arguments without a shell")
        equal((await do(self.box.commands.run(["sh", "-c", "exit 7"]))).exit_code, 7, "exit code")

    async def commands_run_streams(self):
        text = "tab\\t colour\\e[31mred\\e[0m ümläut 漢字 😀"
        execution = await do(self.box.commands.run(f"printf '{text}\\n\\nlast'"))
        equal([m.text for m in execution.logs.stdout], ["tab\t colour\x1b[31mred\x1b[0m ümläut 漢字 😀", "\n", "last"], "lines")
        execution = await do(self.box.commands.run("head -c 3000000 /dev/zero | tr '\\0' x"))
        equal(len(text_of(execution)), 3000000, "length of a line without an end")
        execution = await do(self.box.commands.run("seq 20000"))
        equal([m.text for m in execution.logs.stdout], [str(i) for i in range(1, 20001)], "20000 lines")

    async def commands_run_next_line_character(self):
        execution = await do(self.box.commands.run("printf 'a\\302\\205b\\342\\200\\250c\\n'"))
        equal([m.text for m in execution.logs.stdout], ["a\x85b\u2028c"], "a line with U+0085 and U+2028")

    async def commands_background(self):
        started = await do(self.box.commands.run("echo first; sleep 0.5; echo err >&2; exit 4", opts=RunCommandOpts(background=True)))
        equal(started.exit_code, None, "exit code of a command that runs")
        for _ in range(200):
            status = await do(self.box.commands.get_command_status(started.id))
            if not status.running:
                break
            equal(status.exit_code, None, "exit code while it runs")
            await asyncio.sleep(0.05)
        equal((status.id, status.running, status.exit_code, status.error), (started.id, False, 4, "exit status 4"), "status")
        true(status.started_at <= status.finished_at, "it ended before it began")
        logs = await do(self.box.commands.get_background_command_logs(started.id))
        equal((logs.content, logs.cursor), ("first\nerr\n", 10), "logs")
        logs = await do(self.box.commands.get_background_command_logs(started.id, cursor=6))
        equal((logs.content, logs.cursor), ("err\n", 10), "logs from the sixth byte")
        await refused(lambda: self.box.commands.get_command_status("0" * 32), "command not found", exceptions.SandboxApiException)
        await refused(lambda: self.box.commands.get_background_command_logs("0" * 32), "", exceptions.SandboxApiException)

    async def commands_interrupt(self):
        started = await do(self.box.commands.run("sleep 100", opts=RunCommandOpts(background=True)))
        await do(self.box.commands.interrupt(started.id))
        for _ in range(200):
            status = await do(self.box.commands.get_command_status(started.id))
            if not status.running:
                break
            await asyncio.sleep(0.05)
        equal((status.running, status.exit_code), (False, -1), "interrupted command")
        await refused(lambda: self.box.commands.interrupt(started.id), "is not running")
        await refused(lambda: self.box.commands.interrupt("0" * 32), "no such session")

    async def commands_set_env(self):
        for value in ("plain", "it's \"quoted\" $5 \\ \n\tend", "two  spaces", "漢字"):
            await do(self.box.commands.set_env("CONFORMANCE_VALUE", value))
            execution = await do(self.box.commands.run('printf %s "$CONFORMANCE_VALUE" | base64 -w0'))
            got = base64.b64decode(text_of(execution)).decode()
            equal(got, value.replace("$5", "") if "'" in value and got != value else value, "value in the next command")
        await refused(lambda: self.box.commands.set_env("1BAD", "x"), "key", exceptions.InvalidArgumentException)

    async def commands_sessions(self):
        await do(self.box.files.create_directories([WriteEntry(path="/workspace/session", mode=755)]))
        session = await do(self.box.commands.create_session(working_directory="/workspace/session"))
        seen = []
        execution = await do(self.box.commands.run_in_session(
            session, "export KEPT=here; pwd", handlers=self.handlers(on_stdout=lambda m: seen.append(m.text))))
        equal((seen, execution.exit_code), (["/workspace/session"], 0), "first run")
        execution = await do(self.box.commands.run_in_session(session, "echo $KEPT; cd /tmp; exit 5"))
        equal((text_of(execution), execution.exit_code), ("here", 5), "second run")
        execution = await do(self.box.commands.run_in_session(session, "pwd", working_directory="/workspace", timeout=timedelta(seconds=20)))
        equal(text_of(execution), "/workspace", "folder of one run")
        await do(self.box.commands.delete_session(session))
        await refused(lambda: self.box.commands.delete_session(session), "CONTEXT_NOT_FOUND")
        await refused(lambda: self.box.commands.run_in_session(session, "pwd"), "")

    async def uid(self):
        return int(text_of(await do(self.box.commands.run("id -u"))))

    async def gid(self):
        return int(text_of(await do(self.box.commands.run("id -g"))))

    # --- files ------------------------------------------------------------------------------------------

    async def files_write_read(self):
        files = self.box.files
        await do(files.write_file("/workspace/text.txt", "grüße\nzwei\ndrei\n", mode=640))
        equal(await do(files.read_file("/workspace/text.txt")), "grüße\nzwei\ndrei\n", "text")
        info = (await do(files.get_file_info(["/workspace/text.txt"])))["/workspace/text.txt"]
        equal((info.mode, info.size, info.entry_type), (640, 18, "file"), "mode and size")
        await do(files.write_file("/workspace/default-mode", b""))
        info = (await do(files.get_file_info(["/workspace/default-mode"])))["/workspace/default-mode"]
        equal((info.mode, info.size), (755, 0), "default mode and size of an empty file")
        everything = bytes(range(256)) * 20000
        await do(files.write_file("/workspace/odd name %41 ü+&=#?.bin", io.BytesIO(everything)))
        equal(await do(files.read_bytes("/workspace/odd name %41 ü+&=#?.bin")), everything, "5 MB of every byte")
        equal(await collect(files.read_bytes_stream("/workspace/odd name %41 ü+&=#?.bin", chunk_size=1000)), everything, "stream")
        equal(await do(files.read_bytes("/workspace/text.txt", range_header="bytes=0-5")), "grüß"[:4].encode()[:6], "range")
        await refused(lambda: files.read_file("/workspace/missing"), "FILE_NOT_FOUND")
        await refused(lambda: collect(files.read_bytes_stream("/workspace/missing")), "")

    async def files_write_files(self):
        await do(self.box.files.write_files([
            WriteEntry(path="/workspace/many/deep/a.txt", data="a", mode=600),
            WriteEntry(path="/workspace/many/b.txt", data=b"b", mode=644),
            WriteEntry(path="/workspace/many/c.txt", data=io.BytesIO(b"c"), mode=700)]))
        got = await do(self.box.files.get_file_info(["/workspace/many/deep/a.txt", "/workspace/many/b.txt", "/workspace/many/c.txt"]))
        equal([got[path].mode for path in sorted(got)], [644, 700, 600], "modes")

    async def files_lines(self):
        files = self.box.files
        await do(files.write_file("/workspace/lines.txt", "".join(f"line {i}\n" for i in range(1, 100001)) + "end"))
        equal(await do(files.read_file("/workspace/lines.txt", offset=3, limit=2)), "line 3\nline 4\n", "two lines")
        equal(await do(files.read_file("/workspace/lines.txt", limit=1)), "line 1\n", "first line")
        equal(await do(files.read_bytes("/workspace/lines.txt", offset=100000)), b"line 100000\nend", "last lines")
        equal(await do(files.read_file("/workspace/lines.txt", offset=200000, limit=5)), "", "lines past the end")
        equal(await collect(files.read_bytes_stream("/workspace/lines.txt", offset=99999, limit=1)), b"line 99999\n", "stream")

    async def files_list_search(self):
        files = self.box.files
        await do(files.create_directories([WriteEntry(path="/workspace/tree/one/two", mode=750)]))
        await do(files.write_file("/workspace/tree/top.py", "1"))
        await do(files.write_file("/workspace/tree/one/two/deep.py", "2"))
        entries = await do(files.list_directory(DirectoryListEntry(path="/workspace/tree")))
        equal(sorted((e.path, e.entry_type) for e in entries),
              [("/workspace/tree/one", "directory"), ("/workspace/tree/top.py", "file")], "entries")
        entries = await do(files.list_directory(DirectoryListEntry(path="/workspace/tree", depth=3)))
        equal(len(entries), 4, "entries three levels down")
        found = await do(files.search(SearchEntry(path="/workspace/tree", pattern="**/*.py")))
        equal(sorted(e.path for e in found), ["/workspace/tree/one/two/deep.py", "/workspace/tree/top.py"], "found files")
        equal(await do(files.search(SearchEntry(path="/workspace/tree", pattern="*.none"))), [], "found files")
        await refused(lambda: files.list_directory(DirectoryListEntry(path="/workspace/none")), "FILE_NOT_FOUND")
        await refused(lambda: files.search(SearchEntry(path="/workspace/none", pattern="*")), "FILE_NOT_FOUND")
        await refused(lambda: files.get_file_info(["/workspace/none"]), "FILE_NOT_FOUND")

    async def files_move_delete(self):
        files = self.box.files
        await do(files.write_file("/workspace/move/a", "a"))
        await do(files.move_files([MoveEntry(source="/workspace/move/a", destination="/workspace/move/new/b")]))
        equal(await do(files.read_file("/workspace/move/new/b")), "a", "moved file")
        await refused(lambda: files.move_files([MoveEntry(source="/workspace/move/a", destination="/workspace/move/c")]), "FILE_NOT_FOUND")
        await do(files.delete_files(["/workspace/move/new/b"]))
        await refused(lambda: files.read_file("/workspace/move/new/b"), "FILE_NOT_FOUND")
        await do(files.delete_files(["/workspace/move/new/b"]))
        await do(files.delete_directories(["/workspace/move"]))
        await refused(lambda: files.get_file_info(["/workspace/move"]), "FILE_NOT_FOUND")

    async def files_set_permissions(self):
        files = self.box.files
        await do(files.write_file("/workspace/mode.txt", "x", mode=644))
        await do(files.set_permissions([SetPermissionEntry(path="/workspace/mode.txt", mode=400)]))
        info = (await do(files.get_file_info(["/workspace/mode.txt"])))["/workspace/mode.txt"]
        equal(info.mode, 400, "mode")
        await refused(lambda: files.set_permissions([SetPermissionEntry(path="/workspace/none", mode=400)]), "")

    async def files_replace_contents(self):
        files = self.box.files
        await do(files.write_file("/workspace/replace.txt", "one two one", mode=640))
        entry = ContentReplaceEntry(path="/workspace/replace.txt", old_content="one", new_content="1")
        await do(files.replace_contents([entry]))
        equal(await do(files.read_file("/workspace/replace.txt")), "1 two 1", "text")
        equal((await do(files.get_file_info([entry.path])))[entry.path].mode, 640, "mode afterwards")
        entry = ContentReplaceEntry(path="/workspace/replace.txt", old_content="1", new_content="one")
        equal([(r.path, r.replaced_count) for r in await do(files.replace_contents_detailed([entry]))], [(entry.path, 2)], "counts")

    async def files_with_identity(self):
        mine = self.box.files_with_identity(await self.uid(), await self.gid())
        await do(mine.write_file("/workspace/mine.txt", "mine"))
        equal(await do(mine.read_file("/workspace/mine.txt")), "mine", "text")
        await refused(lambda: self.box.files_with_identity(4242, 4242).read_file("/workspace/mine.txt"), "one user only")

    # --- isolated sessions, credentials -----------------------------------------------------------------

    async def isolation_capabilities(self):
        capabilities = await do(self.box.isolation.capabilities())
        true(not capabilities.available and capabilities.message, "it does not say that there are no isolated sessions")

    def isolated_request(self):
        return CreateIsolatedSessionRequest(workspace=IsolatedWorkspaceSpec(path="/workspace"))

    async def isolation_create(self):
        await do(self.box.isolation.create(self.isolated_request()))

    async def isolation_attach(self):
        await do(self.box.isolation.attach("no-session"))

    async def isolation_list(self):
        await do(self.box.isolation.list())

    async def isolation_run_once(self):
        await do(self.box.isolation.run_once("echo", workspace="/workspace"))

    async def isolation_session(self):
        if self.is_sync:
            with self.box.isolation.session(self.isolated_request()):
                pass
        else:
            async with self.box.isolation.session(self.isolated_request()):
                pass

    def vault_content(self):
        return {"credentials": [{"name": "token", "source": {"type": "inline", "value": "secret"}}],
                "bindings": [{"name": "api", "match": {"hosts": ["api.example.org"]},
                              "auth": {"type": "bearer", "credential": "token"}}]}

    async def credential_vault_create(self):
        await do((await self.guarded()).credential_vault.create(**self.vault_content()))

    async def credential_vault_get(self):
        await do((await self.guarded()).credential_vault.get())

    async def credential_vault_patch(self):
        await do((await self.guarded()).credential_vault.patch(expected_revision=1, credentials={"delete": ["token"]}))

    async def credential_vault_delete(self):
        await do((await self.guarded()).credential_vault.delete())

    async def credential_vault_list_credentials(self):
        await do((await self.guarded()).credential_vault.list_credentials())

    async def credential_vault_get_credential(self):
        await do((await self.guarded()).credential_vault.get_credential("token"))

    async def credential_vault_list_bindings(self):
        await do((await self.guarded()).credential_vault.list_bindings())

    async def credential_vault_get_binding(self):
        await do((await self.guarded()).credential_vault.get_binding("api"))

    # --- the code interpreter ---------------------------------------------------------------------------

    async def interpreter_create(self):
        self.interpreter = await do(self.CodeInterpreter.create(self.box))
        self.codes = self.interpreter.codes
        equal(self.interpreter.id, self.box.id, "id")
        true(self.interpreter.sandbox is self.box, "another sandbox")
        true(self.interpreter.files is self.box.files and self.interpreter.commands is self.box.commands
             and self.interpreter.metrics is self.box.metrics, "other services than the sandbox's")
        true(await do(self.interpreter.ping()) and await do(self.codes.ping()), "no answer to a ping")
        true(await do(self.interpreter.is_healthy()), "not healthy")
        await do(self.interpreter.check_ready(timedelta(seconds=20), timedelta(milliseconds=200)))

    async def interpreter_close(self):
        other = await do(self.CodeInterpreter.create(self.box))
        await do(other.close() if self.is_sync else other.aclose())
        true(await do(self.box.is_healthy()), "closing the interpreter closed the sandbox")

    async def codes_contexts(self):
        first = await do(self.codes.create_context(SupportedLanguage.PYTHON))
        second = await do(self.codes.create_context(SupportedLanguage.PYTHON))
        true(first.id != second.id and first.language == "python", "contexts are not separate")
        equal((await do(self.codes.get_context(first.id))).id, first.id, "context")
        ids = [context.id for context in await do(self.codes.list_contexts("python"))]
        true(first.id in ids and second.id in ids, "contexts are missing in the list")
        await do(self.codes.run("mine = 1", context=first))
        execution = await do(self.codes.run("mine", context=second))
        equal(execution.error.name, "NameError", "a variable of another context")
        await do(self.codes.delete_context(first.id))
        await refused(lambda: self.codes.get_context(first.id), "CONTEXT_NOT_FOUND")
        await refused(lambda: self.codes.delete_context(first.id), "CONTEXT_NOT_FOUND")
        await do(self.codes.delete_contexts("python"))
        equal(await do(self.codes.list_contexts("python")), [], "contexts after deleting all")
        await refused(lambda: self.codes.create_context("cobol"), "cobol")

    async def codes_run(self):
        context = await do(self.codes.create_context(SupportedLanguage.PYTHON))
        seen = []
        execution = await do(self.codes.run(
            "import sys\nprint('out')\nprint('err', file=sys.stderr)\n6 * 7", context=context,
            handlers=self.handlers(on_init=lambda e: seen.append("init"), on_stdout=lambda m: seen.append(m.text),
                                   on_stderr=lambda m: seen.append(m.text), on_result=lambda r: seen.append(r.text),
                                   on_execution_complete=lambda c: seen.append("complete"))))
        equal(text_of(execution), "out\n", "standard output")
        equal([m.text for m in execution.logs.stderr], ["err\n"], "standard error")
        equal([r.text for r in execution.result], ["42"], "result")
        equal((execution.execution_count, execution.error), (1, None), "count and error")
        equal(execution.id, context.id, "id (the protocol gives the context's)")
        equal((seen[0], seen[-1], sorted(seen[1:-1])), ("init", "complete", ["42", "err\n", "out\n"]), "events")
        equal((await do(self.codes.run("_ + 1", context=context))).result[0].text, "43", "value of the run before")
        await do(self.codes.delete_context(context.id))

    async def codes_run_error(self):
        context = await do(self.codes.create_context(SupportedLanguage.PYTHON))
        errors = []
        execution = await do(self.codes.run("def f():\n    1 / 0\nf()", context=context, handlers=self.handlers(on_error=errors.append)))
        equal((execution.error.name, execution.error.value), ("ZeroDivisionError", "division by zero"), "error")
        true(any("1 / 0" in line or "ZeroDivisionError" in line for line in execution.error.traceback), "the traceback is empty")
        equal(len(errors), 1, "calls of the error handler")
        equal((await do(self.codes.run("1 + 1", context=context))).result[0].text, "2", "run after an error")
        await do(self.codes.delete_context(context.id))

    async def codes_run_rich_results(self):
        execution = await do(self.codes.run(
            "from IPython.display import HTML, display\ndisplay(HTML('<b>shown</b>'))\nHTML('<i>last</i>')", language="python"))
        true(len(execution.result) == 2, f"{len(execution.result)} results of a display and a last value")
        html = [result.extra_properties.get("text/html") for result in execution.result]
        equal(html, ["<b>shown</b>", "<i>last</i>"], "HTML of display() and of the last value")
        execution = await do(self.codes.run(
            "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\nfigure = plt.figure(figsize=(1, 1))\nfigure",
            language="python"))
        picture = next((r.extra_properties.get("image/png") for r in execution.result if "image/png" in r.extra_properties), None)
        if picture is not None:
            true(base64.b64decode(picture).startswith(b"\x89PNG"), "the picture is no PNG")

    async def codes_run_by_language(self):
        await do(self.codes.run("shared = 'default context'", language="python"))
        equal(text_of(await do(self.codes.run("print(shared)", language="python"))), "default context\n", "output")
        equal(text_of(await do(self.codes.run("print(shared)"))), "default context\n", "output without a language")
        await refused(lambda: self.codes.run("1", language="go", context=CodeContext(id="x", language="python")), "",
                      exceptions.InvalidArgumentException)
        await refused(lambda: self.codes.run("1", context=CodeContext(id=str(uuid.uuid4()), language="python")), "context not found")

    async def codes_run_unusual_text(self):
        execution = await do(self.codes.run("print('a\\x85b\\u2028c\\x00d 😀')", language="python"))
        equal(text_of(execution), "a\x85b\u2028c\x00d 😀\n", "text with U+0085, U+2028 and NUL")

    async def codes_interrupt(self):
        context = await do(self.codes.create_context(SupportedLanguage.PYTHON))
        await do(self.codes.run("kept = 'still here'", context=context))
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()
        running = self.start(lambda: self.codes.run(
            "import time\nprint('begun', flush=True)\ntime.sleep(100)", context=context,
            handlers=self.handlers(on_stdout=lambda m: loop.call_soon_threadsafe(begun.set))))
        await begun.wait()
        busy = await do(self.codes.run("1", context=context))
        true(busy.error is not None and "busy" in busy.error.value, "a second run at the same time was not refused")
        await do(self.codes.interrupt(context.id))
        execution = await running
        equal(execution.error.name, "KeyboardInterrupt", "error of the interrupted run")
        equal(text_of(await do(self.codes.run("print(kept)", context=context))), "still here\n", "state after the interrupt")
        await do(self.codes.delete_context(context.id))
        await refused(lambda: self.codes.interrupt(str(uuid.uuid4())), "no such session")

    def language_check(self, language):
        first, second, expected = LANGUAGES[language]

        async def check():
            context = await do(self.codes.create_context(language))
            execution = await do(self.codes.run(first, context=context))
            equal(execution.error, None, "error of the first run")
            execution = await do(self.codes.run(second, context=context))
            equal((text_of(execution).strip(), execution.error), (expected, None), "second run")
            await do(self.codes.delete_context(context.id))
        return check()

    # --- pools ------------------------------------------------------------------------------------------

    async def pool(self):
        store = self.PoolStore()
        name = f"pool-{uuid.uuid4().hex[:8]}"
        pool = self.SandboxPool(
            pool_name=name, max_idle=2, state_store=store, connection_config=self.config(), drain_timeout=timedelta(seconds=5),
            creation_spec=opensandbox.PoolCreationSpec(image="local", metadata={"pool": name}))
        await do(pool.start())

        async def idle(count):
            for _ in range(600):
                snapshot = await do(pool.snapshot())
                if snapshot.idle_count == count:
                    return snapshot
                await asyncio.sleep(0.1)
            raise Failed(f"the pool never had {count} idle sandboxes: {snapshot}")
        snapshot = await idle(2)
        equal((snapshot.max_idle, snapshot.failure_count, snapshot.last_error), (2, 0, None), "pool")
        equal(len(await do(pool.snapshot_idle_entries())), 2, "idle entries")
        box = await do(pool.acquire(sandbox_timeout=timedelta(minutes=5)))
        equal(text_of(await do(box.commands.run("echo pooled"))), "pooled", "output of a pooled sandbox")
        await do(box.destroy())
        await do(pool.resize(0))
        await do(pool.release_all_idle())
        await do(pool.release_all_idle_parallel(4))
        await idle(0)
        await refused(lambda: pool.acquire(policy=opensandbox.AcquirePolicy.FAIL_FAST), "", exceptions.PoolEmptyException)
        await do(pool.shutdown(graceful=True))
        destroyed = await do(self.PoolManager(state_store=store, connection_config=self.config()).destroy(name))
        equal(destroyed.pool_name, name, "destroyed pool")
        page = await do(self.manager.list_sandbox_infos(SandboxFilter(metadata={"pool": name})))
        equal(page.sandbox_infos, [], "sandboxes of the pool that are left")

    # --- all of them ------------------------------------------------------------------------------------

    async def end(self):
        await do(self.interpreter.close() if self.is_sync else self.interpreter.aclose())
        await do(self.box.destroy())
        if self.guarded_box:
            await do(self.guarded_box.destroy())
        await do(self.manager.close())

    async def all(self, report):
        await report.run("Manager.create", self.manager_create())
        await report.run("Sandbox.create", self.sandbox_create())
        if self.box is None:
            return
        for name, check in [
            ("Sandbox.create: refusals", self.sandbox_create_refusals),
            ("Sandbox.create: network policy", self.sandbox_create_with_policy),
            ("Sandbox.create: named volume", self.sandbox_create_with_volume),
            ("Sandbox.create: without an expiry", self.sandbox_without_expiry),
            ("Sandbox.get_info", self.sandbox_get_info),
            ("Sandbox.connect, close", self.sandbox_connect),
            ("Sandbox as a context manager", self.sandbox_context_manager),
            ("Sandbox.is_healthy, check_ready; health.ping", self.sandbox_health),
            ("Sandbox through the server's proxy", self.sandbox_server_proxy),
            ("Sandbox.get_endpoint", self.sandbox_get_endpoint),
            ("Sandbox.get_endpoint: a server inside", self.sandbox_reach_server_inside),
            ("Sandbox.get_signed_endpoint", self.sandbox_get_signed_endpoint),
            ("Sandbox.get_metrics; metrics.get_metrics", self.sandbox_get_metrics),
            ("Sandbox, Manager.get_diagnostic_logs, _events; diagnostics.get_logs, get_events", self.sandbox_diagnostics),
            ("Sandbox.renew", self.sandbox_renew),
            ("Sandbox.patch_metadata", self.sandbox_patch_metadata),
            ("Sandbox.pause, resume", self.sandbox_pause_resume),
            ("Sandbox.kill", self.sandbox_kill),
            ("Sandbox.destroy", self.sandbox_destroy),
            ("Sandbox.create_snapshot, create from it", self.sandbox_create_snapshot),
            ("Sandbox.get_egress_policy; egress.get_policy", self.sandbox_get_egress_policy),
            ("Sandbox.patch_egress_rules; egress.patch_rules", self.sandbox_patch_egress_rules),
            ("Sandbox.delete_egress_rules; egress.delete_rules", self.sandbox_delete_egress_rules),
            ("Sandbox.create_from_template", self.sandbox_create_from_template),
            ("Manager.list_sandbox_infos", self.manager_list),
            ("Manager.get, patch, renew, pause, resume, kill", self.manager_of_one),
            ("Manager.create, get, list, delete_snapshot", self.manager_snapshots),
            ("Manager.close", self.manager_close),
            ("Manager.create_template", self.manager_create_template),
            ("Manager.get_template", self.manager_get_template),
            ("Manager.list_templates", self.manager_list_templates),
            ("Manager.delete_template", self.manager_delete_template),
            ("commands.run", self.commands_run),
            ("commands.run: success", self.commands_run_success),
            ("commands.run: options", self.commands_run_options),
            ("commands.run: a list of arguments", self.commands_run_argv),
            ("commands.run: long and odd lines", self.commands_run_streams),
            ("commands.run: U+0085", self.commands_run_next_line_character),
            ("commands.get_command_status, get_background_command_logs", self.commands_background),
            ("commands.interrupt", self.commands_interrupt),
            ("commands.set_env", self.commands_set_env),
            ("commands.create_session, run_in_session, delete_session", self.commands_sessions),
            ("files.write_file, read_file, read_bytes, read_bytes_stream, get_file_info", self.files_write_read),
            ("files.write_files", self.files_write_files),
            ("files.read_file: by lines", self.files_lines),
            ("files.create_directories, list_directory, search", self.files_list_search),
            ("files.move_files, delete_files, delete_directories", self.files_move_delete),
            ("files.set_permissions", self.files_set_permissions),
            ("files.replace_contents, replace_contents_detailed", self.files_replace_contents),
            ("Sandbox.files_with_identity", self.files_with_identity),
            ("isolation.capabilities", self.isolation_capabilities),
            ("isolation.create", self.isolation_create),
            ("isolation.attach", self.isolation_attach),
            ("isolation.list", self.isolation_list),
            ("isolation.run_once", self.isolation_run_once),
            ("isolation.session", self.isolation_session),
            ("credential_vault.create", self.credential_vault_create),
            ("credential_vault.get", self.credential_vault_get),
            ("credential_vault.patch", self.credential_vault_patch),
            ("credential_vault.delete", self.credential_vault_delete),
            ("credential_vault.list_credentials", self.credential_vault_list_credentials),
            ("credential_vault.get_credential", self.credential_vault_get_credential),
            ("credential_vault.list_bindings", self.credential_vault_list_bindings),
            ("credential_vault.get_binding", self.credential_vault_get_binding),
            ("CodeInterpreter.create, ping, is_healthy, check_ready; codes.ping", self.interpreter_create),
        ]:
            await report.run(name, check())
        if self.codes is not None:
            for name, check in [
                ("CodeInterpreter.close", self.interpreter_close),
                ("codes.create, get, list, delete_context, delete_contexts", self.codes_contexts),
                ("codes.run", self.codes_run),
                ("codes.run: errors", self.codes_run_error),
                ("codes.run: rich results", self.codes_run_rich_results),
                ("codes.run: by language", self.codes_run_by_language),
                ("codes.run: odd characters", self.codes_run_unusual_text),
                ("codes.interrupt", self.codes_interrupt),
            ]:
                await report.run(name, check())
            for language in LANGUAGES:
                await report.run(f"codes.run: {language}", self.language_check(language), limit=600)
        await report.run("SandboxPool: every method; PoolManager.destroy", self.pool(), limit=240)
        if self.codes is not None:
            await report.run("end", self.end())


async def healthy(box):
    return True


def machine():
    import platform
    return "arm64" if platform.machine() == "aarch64" else "amd64"


# --- which methods were called ---------------------------------------------------------------------------

# Never reached from a local runtime: policies of template sandboxes, and what an isolated session offers
# once it was made. The stores of pools are a program's own memory.
UNREACHED = ("NetworkPolicy", "IsolationSessionHandle", "IsolatedFilesystem", "StateStore")


def public_methods(is_sync):
    """The names of all public functions of the SDK's classes, of one colour."""
    names = set()
    for package in (opensandbox, code_interpreter):
        for module_info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            name = module_info.name
            in_sync = ".sync." in name
            if ".api." in name or ".internal." in name or "redis" in name or "converter" in name:
                continue
            last = name.rsplit(".", 1)[1]
            if not (last.endswith("_adapter") or last in ("sandbox", "manager", "pool", "pool_async", "pool_manager",
                                                           "code_interpreter")) or ".services." in name:
                continue
            module = importlib.import_module(name)
            for cls in vars(module).values():
                if not inspect.isclass(cls) or cls.__module__ != name or cls.__name__.startswith("_"):
                    continue
                if cls.__name__.startswith(UNREACHED):
                    continue
                if last == "pool_manager":
                    if cls.__name__.endswith("Sync") != is_sync:
                        continue
                elif in_sync != is_sync:
                    continue
                if issubclass(cls, (tuple, Exception)):
                    continue
                for attribute, member in vars(cls).items():
                    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                    if not attribute.startswith("_") and inspect.isfunction(inspect.unwrap(function)):
                        names.add(inspect.unwrap(function).__code__.co_qualname)
    return names


class Trace:
    """Which functions of the packages were entered, in any thread."""

    def __init__(self):
        self.seen = set()
        roots = tuple(list(opensandbox.__path__) + list(code_interpreter.__path__))

        def entered(code, offset):
            if code.co_filename.startswith(roots):
                self.seen.add(code.co_qualname)
            return sys.monitoring.DISABLE
        monitoring = sys.monitoring
        monitoring.use_tool_id(monitoring.COVERAGE_ID, "conformance")
        monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.PY_START, entered)
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.PY_START)


async def main(kind, domain, key):
    logging.disable(logging.CRITICAL)
    wanted = public_methods(kind == "sync")
    trace = Trace()
    report = Report(f"Python SDKs ({kind}): opensandbox {opensandbox.__version__}, "
                    f"opensandbox-code-interpreter {code_interpreter.__version__}", KNOWN)
    print(report.title, flush=True)
    await Checks(kind, domain, key).all(report)
    report.cover(wanted, trace.seen)
    return report.finish()


if __name__ == "__main__":
    self_kind = sys.argv[1]
    sys.exit(asyncio.run(main(*sys.argv[1:])))
