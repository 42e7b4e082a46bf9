// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The thread that talks to the daemon; see driver.mjs.
import fs from 'node:fs';
import inspector from 'node:inspector';
import module, { createRequire } from 'node:module';
import net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { asScript, withoutTypes } from './cellcode.mjs';

const isTypeScript = process.argv[2] === 'typescript';
const keywords = ('await break case catch class const continue debugger default delete do else export extends finally for function if import '
  + 'in instanceof let new null return static super switch this throw true try typeof undefined var void while with yield').split(' ');
const typeKeywords = 'any boolean declare enum interface keyof namespace never number readonly string type unknown'.split(' ');

const session = new inspector.Session();
session.connectToMainThread();
const post = (method, parameters) => new Promise((resolve, reject) => {
  session.post(method, parameters, (error, answer) => (error ? reject(error) : resolve(answer)));
});

let typescript;
let current; // the run: {id, name, code, lines, interrupted}
let firstGlobals = new Set();
let asked; // how the other thread waits for input: 'now' or 'later'

function send(message) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(4, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(1);
    }
  }
}
const sendRun = (event, fields) => { if (current) send({ event, id: current.id, ...fields }); };

// --- running ---

function excerpt(code, line, column) {
  const text = code.split('\n')[line];
  return text === undefined ? [] : [text.slice(0, 300), `${' '.repeat(Math.min(column, 300))}^`];
}

function syntaxProblem(name, code, message, line, column) {
  sendRun('error', { ename: 'SyntaxError', evalue: message, traceback: [[`${name}:${line + 1}`, ...excerpt(code, line, column), '', `SyntaxError: ${message}`].join('\n')] });
}

// Lines of the script become lines of the cell.
function mapped(text) {
  if (!current.lines) return text;
  const name = current.name.replace('.', '\\.');
  return text.replace(new RegExp(`(${name}):(\\d+)(:\\d+)?`, 'g'), (whole, file, line, column) => {
    const original = current.lines[Number(line) - 1];
    return original === undefined || original < 0 ? whole : `${file}:${original + 1}${column ?? ''}`;
  });
}

function loadTypeScript() {
  if (typescript) return;
  if (process.env.OSB_TYPESCRIPT) typescript = createRequire(import.meta.url)(process.env.OSB_TYPESCRIPT);
  else if (module.stripTypeScriptTypes) typescript = { strip: (code) => module.stripTypeScriptTypes(code) };
}

function start({ id, number, code, stdin }) {
  const name = `cell-${number}.${isTypeScript ? 'ts' : 'js'}`;
  current = { id, name, code, interrupted: false };
  let script = code;
  if (isTypeScript && typescript.strip) {
    try {
      script = typescript.strip(code);
    } catch (error) {
      sendRun('error', { ename: 'SyntaxError', evalue: String(error.message), traceback: [String(error.message)] });
      finish();
      return;
    }
  } else if (isTypeScript) {
    const output = withoutTypes(typescript, code, name);
    if (output.problem) {
      syntaxProblem(name, code, output.problem, output.line, output.column);
      finish();
      return;
    }
    script = output.script;
    current.lines = output.lines;
  }
  parentPort.postMessage({ op: 'run', id, code: asScript(script), name, stdin: Boolean(stdin) });
}

// null: the input has ended.
function giveInput(text) {
  if (asked === 'later') {
    parentPort.postMessage({ op: 'line', text });
  } else if (asked === 'now') {
    workerData.answers.postMessage(text);
    Atomics.store(workerData.answered, 0, 1);
    Atomics.notify(workerData.answered, 0);
  }
  asked = undefined;
}

function finish() {
  giveInput(null);
  sendRun('done');
  current = undefined;
}

function interrupted() {
  sendRun('error', { ename: 'KeyboardInterrupt', evalue: '', traceback: ['interrupted'] });
}

parentPort.on('message', (message) => {
  if (message.event === 'pong') {
    pong(message.number);
    return;
  }
  if (message.event === 'input') {
    asked = message.later ? 'later' : 'now';
    if (!current || message.run !== current.id) giveInput(null);
    else sendRun('input', { text: message.text });
    return;
  }
  // A cell that was interrupted while it waited may still end some time.
  if (!current || (message.run !== undefined && message.run !== current.id)) return;
  switch (message.event) {
    case 'failed': {
      const { failure, line, column, atStart } = message;
      if (current.interrupted) interrupted();
      else if (failure.ename === 'SyntaxError' && atStart && !failure.traceback[0]?.includes(`${current.name}:`))
        syntaxProblem(current.name, current.code, failure.evalue, current.lines?.[line] ?? line, column);
      else sendRun('error', { ...failure, traceback: failure.traceback.map(mapped) });
      break;
    }
    case 'stopped':
      if (current.interrupted) interrupted();
      else sendRun('error', { ename: 'Error', evalue: message.reason, traceback: [] });
      break;
    case 'done':
      finish();
      break;
    default:
      sendRun(message.event, { ...message, run: undefined, id: current.id });
  }
});

const sleep = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

let pings = 0;
let pong = () => {};
// Whether the other thread is free for more.
function answers() {
  pings += 1;
  parentPort.postMessage({ op: 'ping', number: pings });
  return Promise.race([new Promise((resolve) => { pong = (number) => { if (number === pings) resolve(true); }; }), sleep(200).then(() => false)]);
}

async function interrupt() {
  const run = current;
  if (!run || run.interrupted) return;
  run.interrupted = true;
  // Only what keeps the thread is stopped by force: that may strike anywhere, in Node's own timers, too. Code that
  // waits is left to itself once its timers are gone.
  for (let quiet = 0; current === run;) {
    parentPort.postMessage({ op: 'interrupted', run: run.id });
    if (await answers()) quiet += 1;
    else {
      quiet = 0;
      if (current === run) await post('Runtime.terminateExecution').catch(() => {});
    }
    await sleep(100);
    if (quiet >= 2 && current === run) {
      interrupted();
      finish();
    }
  }
}

// --- questions; no code of the user runs for them: V8 refuses what could have an effect ---

const careful = { throwOnSideEffect: true, silent: true, timeout: 500, objectGroup: 'question' };

async function ask(hook, expression, ...values) {
  const found = await post('Runtime.evaluate', { expression, replMode: true, ...careful });
  if (found.exceptionDetails) return undefined;
  const remote = found.result;
  const own = await post('Runtime.evaluate', { expression: `globalThis.__hooks.${hook}`, ...careful });
  const value = remote.objectId ? { objectId: remote.objectId }
    : remote.unserializableValue ? { unserializableValue: remote.unserializableValue } : { value: remote.value };
  const answer = await post('Runtime.callFunctionOn', {
    functionDeclaration: 'function (...values) { return this(...values); }', objectId: own.result.objectId,
    arguments: [value, ...values.map((item) => ({ value: item }))], returnByValue: true, throwOnSideEffect: true, silent: true,
  });
  return answer.exceptionDetails ? undefined : answer.result.value;
}

const globalNames = async () => (await post('Runtime.globalLexicalScopeNames', {})).names;

function pointsToUnits(code, points) {
  return [...code].slice(0, points).join('').length;
}
const unitsToPoints = (code, units) => [...code.slice(0, units)].length;

const expressionBefore = /((?:[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\s*\.\s*[\p{ID_Start}$_][\p{ID_Continue}$]*|\[(?:\d+|"[^"\\]*"|'[^'\\]*')\])*)\s*\.\s*([\p{ID_Continue}$]*)$/u;
const wordBefore = /[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

async function complete({ code, cursor }) {
  const end = pointsToUnits(code, cursor);
  const text = code.slice(0, end);
  const member = expressionBefore.exec(text);
  let names;
  let prefix;
  if (member) {
    prefix = member[2];
    names = (await ask('names', member[1])) ?? [];
  } else {
    prefix = wordBefore.exec(text)?.[0] ?? '';
    if (!prefix && /[.)\]"'`\d]\s*$/.test(text)) names = [];
    else names = [...await globalNames(), ...((await ask('names', 'globalThis')) ?? []), ...keywords, ...(isTypeScript ? typeKeywords : [])];
  }
  const matches = [...new Set(names)].filter((name) => name.startsWith(prefix) && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    && (prefix.startsWith('_') || !name.startsWith('__'))).sort().slice(0, 500);
  return { matches, cursor_start: unitsToPoints(code, end - prefix.length), cursor_end: cursor };
}

async function inspect({ code, cursor }) {
  const end = pointsToUnits(code, cursor);
  const rest = /^[\p{ID_Continue}$]*/u.exec(code.slice(end))[0];
  const path = /(?:[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u.exec(code.slice(0, end) + rest)?.[0];
  const about = path && await ask('about', path);
  if (!about) return { found: false, data: {} };
  return { found: true, data: { 'text/plain': `${path}: ${about.kind}\n${about.text}` } };
}

function previewOf(remote) {
  if (remote.type === 'string') return JSON.stringify(remote.value.slice(0, 200));
  if (remote.unserializableValue) return remote.unserializableValue;
  if (!remote.objectId) return remote.value === undefined ? 'undefined' : String(remote.value);
  const preview = remote.preview;
  if (!preview) return remote.description ?? remote.type;
  const text = (item) => (item.type === 'string' ? JSON.stringify(item.value) : item.value || item.type);
  const more = preview.overflow ? ', …' : '';
  if (preview.entries)
    return `${preview.description} {${preview.entries.map((entry) => (entry.key ? `${entry.key.description} => ${entry.value.description}` : entry.value.description)).join(', ')}${more}}`;
  if (preview.subtype === 'array' || preview.subtype === 'typedarray')
    return `[${preview.properties.map(text).join(', ')}${more}]`;
  if (preview.subtype) return preview.description;
  return `{${preview.properties.map((item) => `${item.name}: ${text(item)}`).join(', ')}${more}}`;
}

const widths = { Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8, BigInt64: 8, BigUint64: 8 };

// Bytes, where V8 tells them without running code.
function sizeOf(remote) {
  if (remote.type === 'string') return Buffer.byteLength(remote.value);
  if (remote.type === 'number') return 8;
  const sized = /^(\w+?)(?:Clamped)?Array\((\d+)\)$/.exec(remote.description ?? '') ?? /^(?:Array)?(Buffer)\((\d+)\)$/.exec(remote.description ?? '');
  return sized && remote.objectId ? (sized[1] === 'Buffer' ? 1 : widths[sized[1]]) * Number(sized[2]) || undefined : undefined;
}

async function variables() {
  const globals = (await ask('names', 'globalThis')) ?? [];
  const names = [...new Set([...await globalNames(), ...globals.filter((name) => !firstGlobals.has(name))])]
    .filter((name) => /^[\p{ID_Start}$][\p{ID_Continue}$]*$/u.test(name)).sort();
  const listed = [];
  let seen = 0;
  for (const name of names) {
    if (listed.length === 500) break;
    ++seen;
    const found = await post('Runtime.evaluate', { expression: name, replMode: true, generatePreview: true, ...careful });
    const remote = found.result;
    if (found.exceptionDetails || remote.type === 'function' || remote.className === 'Module') continue;
    const entry = { name, type: remote.subtype === 'null' ? 'null' : remote.className ?? remote.type };
    const length = /^\w+\((\d+)\)$/.exec(remote.description ?? '');
    if (length && remote.objectId) entry.shape = [Number(length[1])];
    if (remote.objectId && !['promise', 'proxy', 'error', 'date', 'regexp'].includes(remote.subtype)) entry.table = true;
    const size = sizeOf(remote);
    if (size !== undefined) entry.size = size;
    entry.preview = previewOf(remote).replace(/\s+/g, ' ').slice(0, 200);
    listed.push(entry);
  }
  const more = await countOf(names.slice(seen));
  return { variables: listed, ...(more === 0 ? {} : { truncated: true, ...(more > 0 ? { total: listed.length + more } : {}) }) };
}

// How many of these would be listed; undefined where that cannot be told without running code.
async function countOf(names) {
  if (names.length === 0) return 0;
  const kinds = names.map((name) => `(() => { try { return typeof ${name} } catch { return 'function' } })()`);
  const found = await post('Runtime.evaluate', { expression: `[${kinds}].filter((kind) => kind !== 'function').length`, replMode: true, ...careful });
  return found.exceptionDetails ? undefined : found.result.value;
}

async function table({ name, offset, limit }) {
  const listed = (await variables()).variables.find((entry) => entry.name === name);
  const page = listed && await ask('page', name, offset, limit);
  return page ? { name, type: listed.type, ...page, offset } : {};
}

const questions = { complete, inspect, variables, table };

async function answer(request) {
  let content = {};
  try {
    content = await questions[request.op](request);
  } catch {
    // An empty answer says that there is none.
  }
  post('Runtime.releaseObjectGroup', { objectGroup: 'question' }).catch(() => {});
  send({ event: 'answer', id: request.id, content });
}

// --- requests ---

function handle(request) {
  if (request.op === 'run') start(request);
  else if (request.op === 'interrupt') interrupt();
  else if (request.op === 'input') giveInput(request.text ?? null);
  else if (request.op === 'directory') {
    parentPort.postMessage(request);
    send({ event: 'answer', id: request.id, content: {} });
  } else if (questions[request.op]) answer(request);
}

let open = '';
const requests = new net.Socket({ fd: 3, readable: true, writable: false });
requests.setEncoding('utf8');
requests.on('data', (text) => {
  const lines = (open + text).split('\n');
  open = lines.pop();
  for (const line of lines) handle(JSON.parse(line));
});
requests.on('close', () => parentPort.postMessage({ op: 'leave' }));

if (isTypeScript) {
  loadTypeScript();
  if (!typescript) {
    fs.writeSync(2, 'There is no TypeScript: install the package node-typescript, or Node.js 22.13 or newer.\n');
    parentPort.postMessage({ op: 'leave' });
  }
}
if (!isTypeScript || typescript) {
  // Only when the other thread is through with its start, so that its names are known.
  setImmediate(async () => {
    await post('Runtime.evaluate', { expression: '1' });
    firstGlobals = new Set((await ask('names', 'globalThis')) ?? []);
    send({ event: 'ready' });
  });
}
