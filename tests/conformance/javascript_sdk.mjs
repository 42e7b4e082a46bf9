// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Calls every method of the published JavaScript SDK against a running server.
// Usage: node javascript_sdk.mjs FOLDER_WITH_NODE_MODULES HOST:PORT KEY
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, inspect } from "node:util";
import { pathToFileURL } from "node:url";

const [folder, address, key] = process.argv.slice(2);
const packageFolder = `${folder}/node_modules/@alibaba-group/opensandbox`;
const { version } = JSON.parse(readFileSync(`${packageFolder}/package.json`, "utf8"));
const { Sandbox, SandboxManager, ConnectionConfig, DefaultAdapterFactory, ExecutionEventDispatcher } = await import(pathToFileURL(`${packageFolder}/dist/index.js`));

const ISOLATED = "a local sandbox may make no namespaces inside itself, so it has no sandboxes within sandboxes";
const VAULT = "credentials are put into requests by a TLS-intercepting egress sidecar, which the local runtime has not";
const POLICY = "the network of a local sandbox is all or nothing from its start; a change is refused, not pretended";

// Checks that cannot pass, and how they fail; one that passes all the same is a failure, too.
const known = new Map([
  ["sandbox.getSignedEndpoint", ["SANDBOX::API_NOT_SUPPORTED", "signed routes exist behind a Kubernetes gateway only; the Docker server refuses them with the same code"]],
  ["sandbox.patchEgressRules", ["Patch sandbox egress rules failed", POLICY]],
  ...["create", "attach", "list", "runOnce", "withSession"].map((name) => [`isolation.${name}`, ["NOT_SUPPORTED", ISOLATED]]),
  ...["create", "get", "patch", "delete", "listCredentials", "getCredential", "listBindings", "getBinding"].map(
    (name) => [`credentialVault.${name}`, ["not found", VAULT]]),
]);

const count = { passed: 0, xfail: 0, failed: 0 };

function add(result, name, note = "") {
  count[result] += 1;
  console.log(`  ${result.padEnd(7)} ${name}${note ? `  (${note})` : ""}`);
}

function describe(error) {
  const code = error?.error?.code ?? error?.code;
  return `${error?.name}: ${code ? `[${code}] ` : ""}${error?.message}${error?.error?.message ? ` ${error.error.message}` : ""}`;
}

async function check(name, run) {
  let failure = null;
  let timer;
  try {
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error("did not end within 120 s")), 120_000); });
    await Promise.race([run(), late]);
  } catch (error) {
    failure = describe(error);
  } finally {
    clearTimeout(timer);
  }
  const row = known.get(name);
  known.delete(name);
  if (!row) add(failure ? "failed" : "passed", name, failure ?? "");
  else if (!failure) add("failed", name, "passes, although the table of known failures lists it");
  else if (!failure.includes(row[0])) add("failed", name, `fails in another way than the table says: ${failure}`);
  else add("xfail", name, row[1]);
}

function equal(actual, expected, what = "value") {
  if (!isDeepStrictEqual(actual, expected)) throw new Error(`${what} is ${inspect(actual)}, expected ${inspect(expected)}`);
}

function ok(condition, what) {
  if (!condition) throw new Error(what);
}

async function refused(call, shows) {
  let result;
  try {
    result = await call();
  } catch (error) {
    ok(describe(error).includes(shows), `the refusal says '${describe(error)}', without '${shows}'`);
    return;
  }
  throw new Error(`it was not refused but gave ${inspect(result)}`);
}

// --- which methods were called: the methods of an object's class count when they are entered ---

const wanted = new Set();
const called = new Set();

function watch(label, target, isStatic = false) {
  for (const name of Object.getOwnPropertyNames(target)) {
    const property = Object.getOwnPropertyDescriptor(target, name);
    // What is private in TypeScript is called by the public methods only.
    if (name === "constructor" || name.startsWith("_") || typeof property.value !== "function" || !property.writable) continue;
    if (!publicNames.has(name)) continue;
    const id = `${label}${isStatic ? "::" : "."}${name}`;
    wanted.add(id);
    target[name] = function (...words) {
      called.add(id);
      return property.value.apply(this, words);
    };
  }
}

// The names that the package's type declarations offer.
const declarations = readdirSync(`${packageFolder}/dist`).filter((file) => file.endsWith(".d.ts") && !file.startsWith("internal"));
const publicNames = new Set(declarations.flatMap((file) =>
  [...readFileSync(`${packageFolder}/dist/${file}`, "utf8").matchAll(/^ {4}(?:static )?(\w+)\??(?:<\w+>)?\(/gm)].map((match) => match[1])));

const config = (more = {}) => new ConnectionConfig({ domain: address, apiKey: key, disableMetrics: true, ...more });
const create = (more = {}) => Sandbox.create({ connectionConfig: config(), image: "local", timeoutSeconds: 300, ...more });
const out = (execution) => execution.logs.stdout.map((message) => message.text).join("");

async function within(more, use) {
  const box = await create(more);
  try {
    return await use(box);
  } finally {
    await box.kill();
    await box.close();
  }
}

console.log(`JavaScript SDK: @alibaba-group/opensandbox ${version}`);
watch("Sandbox", Sandbox, true);
watch("Sandbox", Sandbox.prototype);
watch("SandboxManager", SandboxManager, true);
watch("SandboxManager", SandboxManager.prototype);
for (const each of [ConnectionConfig, DefaultAdapterFactory, ExecutionEventDispatcher]) watch(each.name, each.prototype);

let box;
let guarded;
const manager = SandboxManager.create({ connectionConfig: config() });

await check("Sandbox.create", async () => {
  box = await create({
    image: { uri: "opensandbox/code-interpreter:v1.1.0", auth: { username: "user", password: "word" } },
    entrypoint: ["/opt/code-interpreter/code-interpreter.sh"], env: { GREETING: "hello" }, metadata: { team: "js" },
    resource: { cpu: "1", memory: "1Gi" }, extensions: { "example.org/key": "value" },
    platform: { os: "linux", arch: process.arch === "arm64" ? "arm64" : "amd64" },
  });
  for (const service of ["sandboxes", "commands", "files", "health", "metrics", "isolation", "credentialVault"])
    watch(service, Object.getPrototypeOf(box[service]));
  equal(out(await box.commands.run("echo $GREETING")), "hello", "variable of the create");
});
if (box) {
  guarded = await create({ networkPolicy: { defaultAction: "deny", egress: [] } });
  await check("Sandbox.create: refusals", async () => {
    await refused(() => create({ image: "no-such-image:1" }), "no-such-image");
    await refused(() => create({ metadata: { "bad key!": "x" } }), "INVALID_METADATA_LABEL");
    await refused(() => create({ connectionConfig: config({ apiKey: "wrong" }) }), "INVALID_API_KEY");
    await refused(() => create({ secureAccess: true }), "SANDBOX::INVALID_PARAMETER");
  });
  await check("sandbox.create: named volume", async () => {
    const volumes = [{ name: "data", pvc: { claimName: `js-${randomUUID().slice(0, 8)}` }, mountPath: "/data" }];
    await within({ volumes }, (one) => one.files.writeFiles([{ path: "/data/kept.txt", data: "kept" }]));
    equal(await within({ volumes }, (two) => two.files.readFile("/data/kept.txt")), "kept", "file in the volume");
  });
  await check("sandbox.getInfo", async () => {
    const info = await box.getInfo();
    equal([info.id, info.status.state, info.metadata], [box.id, "Running", { team: "js" }], "sandbox");
    ok(info.createdAt instanceof Date && info.expiresAt - info.createdAt === 300_000, `lifetime is ${info.expiresAt - info.createdAt} ms`);
  });
  await check("Sandbox.connect, isHealthy, waitUntilReady, close; health.ping", async () => {
    const other = await Sandbox.connect({ sandboxId: box.id, connectionConfig: config({ useServerProxy: true }) });
    equal(out(await other.commands.run("echo two")), "two", "output");
    ok(await other.isHealthy(), "not healthy");
    await other.close();
    await box.waitUntilReady({ readyTimeoutSeconds: 10, pollingIntervalMillis: 100 });
    ok(await box.health.ping(), "no answer to a ping");
    await refused(() => Sandbox.connect({ sandboxId: randomUUID(), connectionConfig: config(), readyTimeoutSeconds: 1 }), "SANDBOX_NOT_FOUND");
  });
  await check("sandbox.getMetrics; metrics.getMetrics", async () => {
    for (const metrics of [await box.getMetrics(), await box.metrics.getMetrics()]) {
      equal(metrics.memoryTotalMiB, 1024, "memory limit");
      ok(metrics.cpuCount >= 1 && metrics.memoryUsedMiB > 0 && Math.abs(metrics.timestamp - Date.now()) < 60_000, inspect(metrics));
    }
  });
  await check("sandbox.renew", async () => {
    const { expiresAt } = await box.renew(1800);
    const left = (new Date(expiresAt) - Date.now()) / 1000;
    ok(left > 1700 && left < 1900, `${left} s left`);
  });
  await check("sandbox.patchMetadata", async () => {
    equal((await box.patchMetadata({ stage: "two", team: null })).metadata, { stage: "two" }, "metadata");
  });
  await check("sandbox.getEndpoint, getEndpointUrl", async () => {
    const { endpoint } = await box.getEndpoint(8080);
    ok(!endpoint.includes("://") && endpoint.endsWith("/8080"), endpoint);
    equal(await box.getEndpointUrl(8080), `http://${endpoint}`, "address");
    await refused(() => box.getEndpoint(70000), "INVALID_PORT");
  });
  await check("sandbox.getSignedEndpoint", () => box.getSignedEndpoint(8080, Math.floor(Date.now() / 1000) + 600));
  await check("sandbox.pause, resume; Sandbox.resume", async () => {
    const one = await create();
    await one.pause();
    equal((await one.getInfo()).status.state, "Paused", "state");
    const again = await one.resume();
    equal(out(await again.commands.run("echo awake")), "awake", "output");
    await again.pause();
    const third = await Sandbox.resume({ sandboxId: one.id, connectionConfig: config() });
    equal(out(await third.commands.run("echo awake")), "awake", "output");
    await third.kill();
    await refused(() => third.getInfo(), "SANDBOX_NOT_FOUND");
    for (const each of [one, again, third]) await each.close();
  });
  await check("sandbox.getEgressPolicy", async () => equal((await guarded.getEgressPolicy()).defaultAction, "deny", "policy"));
  await check("sandbox.patchEgressRules", () => guarded.patchEgressRules([{ action: "allow", target: "example.org" }]));
  await check("sandbox.deleteEgressRules", () => guarded.deleteEgressRules(["example.org"]));

  const ready = async (snapshot) => {
    for (let i = 0; i < 300; ++i) {
      const { status } = await manager.getSnapshot(snapshot.id);
      if (status.state !== "Creating") return equal(status.state, "Ready", "state");
      await sleep(100);
    }
    throw new Error("the snapshot stays in 'Creating'");
  };
  await check("sandbox.createSnapshot", async () => {
    const snapshot = await within({}, async (one) => {
      await one.files.writeFiles([{ path: "/workspace/kept.txt", data: "kept" }]);
      const made = await one.sandboxes.createSnapshot(one.id, { name: "js" });
      await ready(made);
      return made;
    });
    const restored = await Sandbox.create({ connectionConfig: config(), snapshotId: snapshot.id });
    equal(await restored.files.readFile("/workspace/kept.txt"), "kept", "restored file");
    await restored.kill();
    await restored.close();
    await manager.deleteSnapshot(snapshot.id);
  });
  await check("manager snapshots", async () => {
    const snapshot = await manager.createSnapshot(box.id, { name: "js" });
    await ready(snapshot);
    equal((await manager.listSnapshots({ sandboxId: box.id })).items.map((item) => item.id), [snapshot.id], "snapshots");
    await manager.deleteSnapshot(snapshot.id);
    await refused(() => manager.getSnapshot(snapshot.id), "SNAPSHOT::NOT_FOUND");
  });
  await check("manager.listSandboxInfos, getSandboxInfo, patchSandboxMetadata, renewSandbox, pauseSandbox, resumeSandbox, killSandbox", async () => {
    const mark = randomUUID();
    const one = await create({ metadata: { mark } });
    const page = await manager.listSandboxInfos({ states: ["Running"], metadata: { mark }, page: 1, pageSize: 5 });
    equal([page.items.map((item) => item.id), page.pagination.totalItems], [[one.id], 1], "sandboxes");
    equal((await manager.getSandboxInfo(one.id)).metadata, { mark }, "metadata");
    equal((await manager.patchSandboxMetadata(one.id, { more: "yes" })).metadata, { mark, more: "yes" }, "metadata");
    await manager.renewSandbox(one.id, 3600);
    ok((await manager.getSandboxInfo(one.id)).expiresAt - Date.now() > 3_500_000, "the renewal had no effect");
    await manager.pauseSandbox(one.id);
    equal((await manager.getSandboxInfo(one.id)).status.state, "Paused", "state");
    await manager.resumeSandbox(one.id);
    await manager.killSandbox(one.id);
    await refused(() => manager.getSandboxInfo(one.id), "SANDBOX_NOT_FOUND");
    await one.close();
  });

  await check("commands.run, runStream", async () => {
    const seen = [];
    const execution = await box.commands.run("echo out; echo err >&2; exit 3", {}, {
      onInit: (init) => seen.push("init"), onStdout: (m) => seen.push(m.text), onStderr: (m) => seen.push(m.text),
      onError: (error) => seen.push(error.value), onEvent: (event) => ok(event.type, "an event without a type"),
    });
    equal([out(execution), execution.logs.stderr[0].text, execution.exitCode, execution.error.name], ["out", "err", 3, "CommandExecError"], "result");
    equal([seen[0], seen.at(-1), seen.slice(1, -1).sort()], ["init", "3", ["err", "out"]], "events");
    const types = [];
    for await (const event of box.commands.runStream("echo streamed")) types.push(event.type);
    equal(types.filter((type) => type !== "ping"), ["init", "stdout", "execution_complete"], "events");
  });
  await check("commands.run: options", async () => {
    const [uid, gid] = out(await box.commands.run("echo $(id -u) $(id -g)")).split(" ").map(Number);
    const execution = await box.commands.run("echo $PWD:$ONE", { workingDirectory: "/tmp", envs: { ONE: "1 $HOME" }, uid, gid });
    equal(out(execution), "/tmp:1 $HOME", "output");
    equal((await box.commands.run("sleep 60", { timeoutSeconds: 1 })).exitCode, -1, "exit code past the time");
    equal(out(await box.commands.run("printf 'a\\302\\205b'")), "a\u0085b", "U+0085");
  });
  await check("commands.getCommandStatus, getBackgroundCommandLogs, interrupt", async () => {
    const { id } = await box.commands.run("echo begun; exec sleep 60", { background: true });
    equal((await box.commands.getCommandStatus(id)).running, true, "running");
    let logs;
    for (let i = 0; i < 200 && !logs?.content; ++i) {
      logs = await box.commands.getBackgroundCommandLogs(id, 0);
      await sleep(20);
    }
    equal([logs.content, logs.cursor], ["begun\n", 6], "logs");
    await box.commands.interrupt(id);
    const status = await box.commands.getCommandStatus(id);
    equal([status.running, status.exitCode], [false, -1], "status");
    ok(status.startedAt instanceof Date && status.finishedAt >= status.startedAt, "times");
  });
  await check("commands.createSession, runInSession, deleteSession", async () => {
    const session = await box.commands.createSession({ workingDirectory: "/tmp" });
    await box.commands.runInSession(session, "export KEPT=here");
    const execution = await box.commands.runInSession(session, "echo $KEPT:$PWD; exit 4", { timeoutSeconds: 20 });
    equal([out(execution), execution.exitCode], ["here:/tmp", 4], "second run");
    equal(out(await box.commands.runInSession(session, "pwd", { workingDirectory: "/workspace" })), "/workspace", "output");
    await box.commands.deleteSession(session);
    await refused(() => box.commands.deleteSession(session), "CONTEXT_NOT_FOUND");
  });
  await check("files.writeFiles, readFile, readBytes, readBytesStream, getFileInfo", async () => {
    const bytes = new Uint8Array(1_000_000).map((_, i) => i & 255);
    const odd = "/workspace/odd name %41 ü+&=#?.bin";
    await box.files.writeFiles([{ path: "/workspace/a.txt", data: "grüße\nzwei\ndrei\n", mode: 640 }, { path: odd, data: bytes }]);
    equal(await box.files.readFile("/workspace/a.txt"), "grüße\nzwei\ndrei\n", "text");
    equal(await box.files.readFile("/workspace/a.txt", { offset: 2, limit: 1 }), "zwei\n", "second line");
    equal(await box.files.readFile("/workspace/a.txt", { range: "bytes=0-1" }), "gr", "range");
    equal(Buffer.compare(Buffer.from(await box.files.readBytes(odd)), Buffer.from(bytes)), 0, "difference of the bytes");
    const pieces = [];
    for await (const piece of box.files.readBytesStream(odd)) pieces.push(piece);
    equal(Buffer.compare(Buffer.concat(pieces), Buffer.from(bytes)), 0, "difference of the stream");
    const info = (await box.files.getFileInfo(["/workspace/a.txt"]))["/workspace/a.txt"];
    equal([info.mode, info.size, info.type, info.modifiedAt instanceof Date], [640, 18, "file", true], "information");
    // The SDK drops the code and text of a refused download.
    await refused(() => box.files.readFile("/workspace/none"), "Download failed");
  });
  await check("files.createDirectories, listDirectory, search, moveFiles, deleteFiles, deleteDirectories", async () => {
    await box.files.createDirectories([{ path: "/workspace/tree/deep", mode: 750 }]);
    await box.files.writeFiles([{ path: "/workspace/tree/x.py", data: "x" }]);
    await box.files.moveFiles([{ src: "/workspace/tree/x.py", dest: "/workspace/tree/deep/y.py" }]);
    equal((await box.files.listDirectory({ path: "/workspace/tree", depth: 2 })).map((entry) => entry.path).sort(),
      ["/workspace/tree/deep", "/workspace/tree/deep/y.py"], "entries");
    equal((await box.files.search({ path: "/workspace/tree", pattern: "**/*.py" })).map((entry) => entry.path),
      ["/workspace/tree/deep/y.py"], "found");
    await box.files.deleteFiles(["/workspace/tree/deep/y.py"]);
    await box.files.deleteDirectories(["/workspace/tree"]);
    await refused(() => box.files.listDirectory({ path: "/workspace/tree" }), "FILE_NOT_FOUND");
  });
  await check("files.setPermissions, replaceContents, replaceContentsDetailed", async () => {
    const path = "/workspace/r.txt";
    await box.files.writeFiles([{ path, data: "one two one", mode: 644 }]);
    await box.files.setPermissions([{ path, mode: 600 }]);
    equal((await box.files.getFileInfo([path]))[path].mode, 600, "mode");
    await box.files.replaceContents([{ path, oldContent: "two", newContent: "2" }]);
    const counts = await box.files.replaceContentsDetailed([{ path, oldContent: "one", newContent: "1" }]);
    equal([counts[0].path, counts[0].replacedCount, await box.files.readFile(path)], [path, 2, "1 2 1"], "text");
  });

  await check("isolation.capabilities", async () => equal((await box.isolation.capabilities()).available, false, "available"));
  const request = { workspace: { path: "/workspace" } };
  await check("isolation.create", () => box.isolation.create(request));
  await check("isolation.attach", () => box.isolation.attach("no-session"));
  await check("isolation.list", () => box.isolation.list());
  await check("isolation.runOnce", () => box.isolation.runOnce("echo", "/workspace"));
  await check("isolation.withSession", () => box.isolation.withSession(request, async () => 1));

  const content = {
    credentials: [{ name: "token", source: { type: "inline", value: "secret" } }],
    bindings: [{ name: "api", match: { hosts: ["api.example.org"] }, auth: { type: "bearer", credential: "token" } }],
  };
  const vault = guarded.credentialVault;
  await check("credentialVault.create", () => vault.create(content));
  await check("credentialVault.get", () => vault.get());
  await check("credentialVault.patch", () => vault.patch({ expectedRevision: 1, credentials: { delete: ["token"] } }));
  await check("credentialVault.delete", () => vault.delete());
  await check("credentialVault.listCredentials", () => vault.listCredentials());
  await check("credentialVault.getCredential", () => vault.getCredential("token"));
  await check("credentialVault.listBindings", () => vault.listBindings());
  await check("credentialVault.getBinding", () => vault.getBinding("api"));

  await check("sandbox.kill, close; manager.close", async () => {
    for (const each of [box, guarded]) {
      await each.kill();
      await refused(() => manager.getSandboxInfo(each.id), "SANDBOX_NOT_FOUND");
      await each.close();
    }
    await manager.close();
  });
  const missing = [...wanted].filter((name) => !called.has(name));
  if (missing.length) add("failed", "every public method was called", `never called: ${missing.sort().join(", ")}`);
  else add("passed", `every public method was called (${wanted.size})`);
}
for (const name of known.keys()) add("failed", name, "the table of known failures names a check that was not run");
console.log(`JavaScript SDK: ${count.passed} passed, ${count.xfail} expected failures, ${count.failed} failed`);
process.exit(count.failed || !count.passed ? 1 : 0);
