// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs JavaScript and TypeScript cells for the daemon (its protocol is in core/runtime/execd/drivermessage.h).
//
// Cells are evaluated by V8 in its REPL mode, which is what a browser's console uses: await at the top level,
// const, let and class may be declared again in a later cell, the value of the last expression is the result.
// Two threads: this one has the cells and nothing else; talk.mjs has the connection to the daemon, so that it
// answers, and can stop a cell by V8's inspector, whatever the cell does.
import inspector from 'node:inspector';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import util from 'node:util';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

const language = process.argv[2];
const inspect = util.inspect;
const isTypedBytes = (value) => value instanceof Uint8Array;

// Their own reaction to an interrupt would be to end. Programs that a cell waits for get it, too.
process.on('SIGINT', () => {});
process.on('uncaughtException', (error) => process.stderr.write(`Uncaught ${describe(error)}\n`));
process.on('unhandledRejection', (error) => process.stderr.write(`Unhandled rejection: ${describe(error)}\n`));

function describe(error) {
  return error instanceof Error ? error.stack : inspect(error);
}

// --- what cells can use besides Node's own ---

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

function requireHere(id) {
  return createRequire(path.join(process.cwd(), 'cell.js'))(id);
}
requireHere.resolve = (id, options) => createRequire(path.join(process.cwd(), 'cell.js')).resolve(id, options);
define('require', requireHere);

// import in a cell becomes a call of this: the module is looked for from the working directory.
define('__import', (specifier, options) => {
  const from = pathToFileURL(path.join(process.cwd(), 'cell.js')).href;
  const found = import.meta.resolve(String(specifier), from);
  return options === undefined ? import(found) : import(found, options);
});

let worker;
const send = (message) => worker.postMessage(message);

function mimeOf(value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
  const custom = value[Symbol.for('Jupyter.display')];
  if (typeof custom === 'function') {
    const bundle = custom.call(value);
    if (bundle && typeof bundle === 'object' && typeof bundle.then !== 'function') return { ...bundle };
  }
  if (isTypedBytes(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const type = bytes.subarray(0, 4).toString('latin1') === '\x89PNG' ? 'image/png'
      : bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff' ? 'image/jpeg' : undefined;
    if (type) return { [type]: bytes.toString('base64'), 'text/plain': `<${bytes.length} bytes of ${type}>` };
  }
  return undefined;
}

function bundleOf(value) {
  const bundle = mimeOf(value) ?? {};
  if (!('text/plain' in bundle))
    bundle['text/plain'] = inspect(value, { depth: 4, maxArrayLength: 100, maxStringLength: 10000, breakLength: 100 });
  return bundle;
}

function show(data, { id, update } = {}) {
  send({ event: 'display', data, ...(id ? { display_id: String(id) } : {}), ...(update ? { update: true } : {}) });
}
// display(value), display(value, {id, update: true}); the others take the text or bytes of that kind.
const display = (value, options) => show(typeof value === 'string' ? { 'text/plain': value } : bundleOf(value), options);
display.html = (text, options) => show({ 'text/html': String(text) }, options);
display.svg = (text, options) => show({ 'image/svg+xml': String(text) }, options);
display.markdown = (text, options) => show({ 'text/markdown': String(text) }, options);
display.json = (value, options) => show({ 'application/json': value }, options);
display.png = (bytes, options) => show({ 'image/png': Buffer.from(bytes).toString('base64') }, options);
display.jpeg = (bytes, options) => show({ 'image/jpeg': Buffer.from(bytes).toString('base64') }, options);
display.clear = (wait = false) => send({ event: 'clear', wait: Boolean(wait) });
define('display', display);

// --- timers: those that an interrupted cell has set end with it, or its loops would go on ---

const ownImmediate = setImmediate;
const pendingTimers = new Map(); // to the cell each belongs to
let currentCell = 0;
let firing; // the timer whose callback runs

function trackTimers(set, clear, once) {
  const original = { set: timers[set], clear: timers[clear], promise: timersPromises[set] };
  const tracked = {
    [set](callback, ...rest) {
      if (typeof callback !== 'function') return original.set(callback, ...rest);
      const cell = currentCell;
      const timer = original.set(function (...values) {
        if (once) pendingTimers.delete(timer);
        currentCell = cell;
        firing = timer;
        // Not when the callback is stopped: then this is the timer to blame.
        try { return callback.apply(this, values); } finally { firing = undefined; }
      }, ...rest);
      pendingTimers.set(timer, { cell, clear: original.clear });
      return timer;
    },
    [clear](timer) {
      pendingTimers.delete(timer);
      return original.clear(timer);
    },
  };
  if (once) {
    const wait = set === 'setImmediate'
      ? (value, options) => (options ? original.promise(value, options) : new Promise((resolve) => { tracked[set](resolve, value); }))
      : (delay, value, options) => (options ? original.promise(delay, value, options) : new Promise((resolve) => { tracked[set](resolve, delay, value); }));
    Object.defineProperty(tracked[set], util.promisify.custom, { value: wait, enumerable: true });
    timersPromises[set] = wait;
  }
  for (const name of [set, clear]) {
    timers[name] = tracked[name];
    globalThis[name] = tracked[name];
  }
}
trackTimers('setTimeout', 'clearTimeout', true);
trackTimers('setInterval', 'clearInterval', false);
trackTimers('setImmediate', 'clearImmediate', true);
timersPromises.setInterval = async function* (delay, value, options) {
  while (!options?.signal?.aborted) {
    await timersPromises.setTimeout(delay);
    yield value;
  }
};
syncBuiltinESMExports();

function stopTimers(cell) {
  for (const [timer, its] of pendingTimers) {
    if (its.cell !== cell && timer !== firing) continue;
    pendingTimers.delete(timer);
    its.clear(timer);
  }
}

// --- input: prompt() waits for its answer, process.stdin for a line at a time ---

const answers = new MessageChannel();
const answered = new Int32Array(new SharedArrayBuffer(4));
let mayAsk = false;
let onLine = () => {};

define('prompt', (message = '', otherwise = '') => {
  if (!mayAsk) throw new Error('there is no input: the client of this run answers no questions');
  Atomics.store(answered, 0, 0);
  send({ event: 'input', text: String(message), run: currentCell });
  Atomics.wait(answered, 0, 0);
  const text = receiveMessageOnPort(answers.port1)?.message ?? null;
  return text === '' ? String(otherwise) : text;
});

function makeInput() {
  const input = new Readable({
    highWaterMark: 0,
    read() {
      const ask = () => {
        if (input.destroyed) return;
        if (input.isPaused() && !input.listenerCount('readable')) { input.once('resume', ask); return; }
        if (!mayAsk) { input.push(null); return; }
        onLine = (text) => input.push(text === null ? null : `${text}\n`);
        send({ event: 'input', text: '', later: true, run: currentCell });
      };
      // Whoever has what was wanted pauses it before the next is asked for.
      ownImmediate(ask);
    },
  });
  input.fd = 0;
  return input;
}
let standardInput = makeInput();
Object.defineProperty(process, 'stdin', { get: () => standardInput, configurable: true, enumerable: true });

// --- cells ---

// What the inspector gives for a value, as a value of its protocol to hand it on.
function argument(remote) {
  if (remote.objectId) return { objectId: remote.objectId };
  if (remote.unserializableValue) return { unserializableValue: remote.unserializableValue };
  return { value: remote.value };
}

// Without what is ours and Node's own.
const ownFrames = (stack) => stack.split('\n').filter((line) => !/^\s+at .*(\bnode:|\/driver\.mjs:)/.test(line)).join('\n')
  .replace(/\n\s+at new Promise \(<anonymous>\)$/, '');

// Called through the inspector with the value itself.
const hooks = {
  result: (value) => bundleOf(value),
  failure(value) {
    if (value instanceof Error) {
      const name = String(value.name || value.constructor?.name || 'Error');
      const message = String(value.message);
      const stack = typeof value.stack === 'string' ? ownFrames(value.stack) : `${name}: ${message}`;
      const more = Object.keys(value).length || value.cause !== undefined
        ? inspect(value, { depth: 2, maxArrayLength: 20 }).slice(value.stack?.length ?? 0).trim() : '';
      return { ename: name, evalue: message, traceback: more && more !== '{}' ? [stack, more] : [stack] };
    }
    return { ename: 'Uncaught', evalue: inspect(value, { depth: 1, maxStringLength: 1000 }), traceback: [] };
  },
  names(value) {
    const names = new Set();
    for (let level = value; level !== null && level !== undefined && names.size < 5000; level = Object.getPrototypeOf(level))
      for (const name of Object.getOwnPropertyNames(level)) names.add(name);
    return [...names];
  },
  about(value) {
    if (typeof value === 'function') {
      const source = Function.prototype.toString.call(value);
      return { kind: 'function', text: source.length > 4000 ? `${source.slice(0, 4000)}…` : source };
    }
    return { kind: typeof value, text: inspect(value, { depth: 2, maxArrayLength: 50, maxStringLength: 1000, customInspect: false, getters: false }) };
  },
  page(value, offset, limit) {
    const cell = (item) => item === null || item === undefined ? null
      : (typeof item === 'string' ? item : inspect(item, { depth: 1, maxArrayLength: 20, breakLength: Infinity, customInspect: false })).slice(0, 400);
    const rows = [];
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const part = Array.prototype.slice.call(value, offset, offset + limit);
      const isRecord = (item) => item !== null && typeof item === 'object' && !Array.isArray(item);
      if (part.length && part.every(isRecord)) {
        const keys = [...new Set(part.flatMap((item) => Object.keys(item)))].slice(0, 200);
        part.forEach((item, i) => rows.push([String(offset + i), ...keys.map((key) => cell(item[key]))]));
        return { columns: [{ name: '', type: 'number' }, ...keys.map((name) => ({ name, type: '' }))], rows, total_rows: value.length };
      }
      part.forEach((item, i) => rows.push([String(offset + i), cell(item)]));
      return { columns: [{ name: '', type: 'number' }, { name: 'value', type: '' }], rows, total_rows: value.length };
    }
    if (value instanceof Set) {
      [...value].slice(offset, offset + limit).forEach((item, i) => rows.push([String(offset + i), cell(item)]));
      return { columns: [{ name: '', type: 'number' }, { name: 'value', type: '' }], rows, total_rows: value.size };
    }
    if (value !== null && typeof value === 'object') {
      const entries = value instanceof Map ? [...value] : Object.entries(value);
      for (const [key, item] of entries.slice(offset, offset + limit)) rows.push([cell(key), cell(item)]);
      return { columns: [{ name: 'key', type: '' }, { name: 'value', type: '' }], rows, total_rows: entries.length };
    }
    return { columns: [{ name: 'value', type: typeof value }], rows: [[cell(value)]].slice(offset, offset + limit), total_rows: 1 };
  },
};
define('__hooks', hooks);

const session = new inspector.Session();
session.connect();
const post = (method, parameters) => new Promise((resolve, reject) => {
  session.post(method, parameters, (error, answer) => (error ? reject(error) : resolve(answer)));
});

const hookObject = post('Runtime.evaluate', { expression: 'globalThis.__hooks' });

async function throughHook(name, remote) {
  const answer = await post('Runtime.callFunctionOn', {
    functionDeclaration: `function (value) { return this.${name}(value); }`,
    objectId: (await hookObject).result.objectId,
    arguments: [argument(remote)],
    returnByValue: true,
  });
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
  return answer.result.value;
}

async function run({ id, code, name, stdin }) {
  currentCell = id;
  firing = undefined;
  mayAsk = stdin;
  standardInput = makeInput(); // whatever an earlier cell has left of the other
  const report = (message) => send({ ...message, run: id });
  try {
    const answer = await post('Runtime.evaluate', {
      expression: `${code}\n//# sourceURL=${name}`, replMode: true, awaitPromise: true, objectGroup: 'cell',
    });
    if (answer.exceptionDetails) {
      const failure = await throughHook('failure', answer.exceptionDetails.exception);
      const { lineNumber, columnNumber, scriptId } = answer.exceptionDetails;
      report({ event: 'failed', failure, line: lineNumber, column: columnNumber, atStart: Boolean(scriptId) });
    } else if (answer.result.type !== 'undefined') {
      report({ event: 'result', data: await throughHook('result', answer.result) });
    }
  } catch (error) {
    // After an interrupt there is no exception, only V8's word that it has stopped.
    report({ event: 'stopped', reason: String(error?.message ?? error) });
  }
  post('Runtime.releaseObjectGroup', { objectGroup: 'cell' }).catch(() => {});
  if (currentCell === id) mayAsk = false;
  report({ event: 'done' });
}

worker = new Worker(new URL('./talk.mjs', import.meta.url), {
  argv: [language], env: process.env, stdin: false, workerData: { answers: answers.port2, answered }, transferList: [answers.port2],
});
worker.on('message', (message) => {
  if (message.op === 'run') run(message);
  else if (message.op === 'interrupted') stopTimers(message.run);
  else if (message.op === 'line') onLine(message.text);
  else if (message.op === 'ping') send({ event: 'pong', number: message.number });
  else if (message.op === 'directory') process.chdir(message.path);
  else if (message.op === 'leave') process.exit(0);
});
worker.on('error', (error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
for (const name of ['OSB_TYPESCRIPT', 'OSB_DIRECTORY']) delete process.env[name];
