// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Imports are no part of a script, which is what a cell is: they are rewritten, line for line, to calls.

const words = /[\p{ID_Start}$_\u200c\u200d][\p{ID_Continue}$\u200c\u200d]*/uy;
const before = new Set(['return', 'typeof', 'instanceof', 'in', 'of', 'new', 'delete', 'void', 'throw', 'case', 'do', 'else', 'await', 'yield']);

// Calls found(word, position, depth, previous) for every word outside of strings, templates' text, comments and
// regular expressions. depth counts open brackets.
export function eachWord(code, found) {
  const templates = []; // depth at which each open ${ ends
  let depth = 0;
  let previous = ''; // the last token, for telling a regular expression from a division
  let at = 0;
  const template = () => {
    while (at < code.length) {
      if (code[at] === '\\') at += 2;
      else if (code[at] === '`') { at += 1; previous = '`'; return; }
      else if (code.startsWith('${', at)) { at += 2; templates.push(depth); depth += 1; previous = '{'; return; }
      else at += 1;
    }
  };
  while (at < code.length) {
    const c = code[at];
    if (c === '/' && code[at + 1] === '/') {
      const end = code.indexOf('\n', at);
      at = end < 0 ? code.length : end;
    } else if (c === '/' && code[at + 1] === '*') {
      const end = code.indexOf('*/', at + 2);
      at = end < 0 ? code.length : end + 2;
    } else if (c === '"' || c === "'") {
      for (at += 1; at < code.length && code[at] !== c && code[at] !== '\n'; at += 1) if (code[at] === '\\') at += 1;
      at += 1;
      previous = c;
    } else if (c === '`') {
      at += 1;
      template();
    } else if (c === '/' && (previous === '' || before.has(previous) || /^[({[,;:=!&|?{}+\-*%<>~^]$/.test(previous))) {
      let inClass = false;
      for (at += 1; at < code.length && code[at] !== '\n' && (inClass || code[at] !== '/'); at += 1) {
        if (code[at] === '\\') at += 1;
        else if (code[at] === '[') inClass = true;
        else if (code[at] === ']') inClass = false;
      }
      at += 1;
      previous = '/re/';
    } else if (c === '}' && templates.at(-1) === depth - 1) {
      templates.pop();
      depth -= 1;
      at += 1;
      template();
    } else if ('([{'.includes(c)) {
      depth += 1; at += 1; previous = c;
    } else if (')]}'.includes(c)) {
      depth -= 1; at += 1; previous = c;
    } else {
      words.lastIndex = at;
      const match = words.exec(code);
      if (match) {
        found(match[0], at, depth, previous);
        at += match[0].length;
        previous = match[0];
      } else {
        if (!/\s/.test(c)) previous = /[0-9]/.test(c) ? '0' : c;
        at += 1;
      }
    }
  }
}

const clause = /^import\s*(?:([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*,?\s*)?(?:\*\s*as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*|(\{[^}]*\})\s*)?(?:from\s*)?(["'])((?:\\.|(?!\4).)*)\4(?:\s*(?:with|assert)\s*(\{[^}]*\}))?[ \t]*;?/u;

function bindings(list) {
  return list.replace(/(\/\*[^]*?\*\/|\/\/[^\n]*)/g, (text) => text.replace(/[^\n]/g, ' ')).slice(1, -1).split(',')
    .map((item) => item.trim()).filter((item) => item && !item.startsWith('type '))
    .map((item) => item.replace(/^([^\s]+)\s+as\s+([^\s]+)$/, '$1: $2')).join(', ');
}

function call(statement) {
  const match = clause.exec(statement);
  if (!match) return undefined;
  const [whole, single, space, list, , name, attributes] = match;
  const module = `await __import(${JSON.stringify(name)}${attributes ? `, { with: ${attributes} }` : ''})`;
  const targets = [];
  if (single) targets.push(`default: ${single}`);
  if (list) targets.push(bindings(list));
  let text = module;
  if (space) text = `let ${space} = ${module}${single ? `, { default: ${single} } = ${space}` : ''}`;
  else if (targets.filter(Boolean).length) text = `let { ${targets.filter(Boolean).join(', ')} } = ${module}`;
  // As many lines as there were; the completion value of an import is nothing.
  return { length: whole.length, text: `${text}; void 0;${'\n'.repeat(whole.split('\n').length - 1)}` };
}

/// The code of a cell as a script.
export function asScript(code) {
  const changes = [];
  eachWord(code, (word, at, depth, previous) => {
    if (word === 'import' && previous !== '.') {
      const next = /^import\s*(\(|\.)?/.exec(code.slice(at))[1];
      if (next === '(') {
        changes.push([at, 6, '__import']);
      } else if (!next && depth === 0) {
        const replacement = call(code.slice(at));
        if (replacement) changes.push([at, replacement.length, replacement.text]);
      }
    } else if (word === 'const' && depth === 0 && previous !== '.') {
      // V8 lets let follow let, but not const follow let: a name may be declared anew whatever it was.
      changes.push([at, 5, 'let  ']);
    } else if (word === 'export' && depth === 0 && previous !== '.') {
      const match = /^export\s*(?:\{\s*\}\s*;?|default\s+(?=function|class|async)|(?=const|let|var|function|class|async))/.exec(code.slice(at));
      if (match) changes.push([at, match[0].length, match[0].replace(/[^\n]/g, ' ')]);
    }
  });
  let script = code;
  for (const [at, length, text] of changes.reverse()) script = script.slice(0, at) + text + script.slice(at + length);
  return script;
}

// --- TypeScript ---

function decodeMappings(mappings) {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let line = 0;
  return mappings.split(';').map((segments) => {
    let first = -1;
    for (const segment of segments.split(',')) {
      const numbers = [];
      for (let i = 0, value = 0, shift = 0; i < segment.length; i += 1) {
        const digit = digits.indexOf(segment[i]);
        value += (digit & 31) << shift;
        shift += 5;
        if (!(digit & 32)) {
          numbers.push(value & 1 ? -(value >> 1) : value >> 1);
          value = 0;
          shift = 0;
        }
      }
      if (numbers.length >= 4) {
        line += numbers[2];
        if (first < 0) first = line;
      }
    }
    return first;
  });
}

/// Removes the types. lines: the line of the cell for each line of the script. problem: what is no TypeScript.
export function withoutTypes(typescript, code, name) {
  const options = {
    target: typescript.ScriptTarget.ESNext, module: typescript.ModuleKind.ESNext, sourceMap: true,
    isolatedModules: true, removeComments: false, experimentalDecorators: true,
  };
  // A later cell may use what this one imports.
  if (Number(typescript.versionMajorMinor) >= 5) options.verbatimModuleSyntax = true;
  else options.preserveValueImports = true;
  const output = typescript.transpileModule(code, { compilerOptions: options, fileName: name, reportDiagnostics: true });
  const problem = output.diagnostics?.find((item) => item.category === typescript.DiagnosticCategory.Error && item.code < 2000);
  if (problem) {
    const position = problem.start === undefined ? undefined
      : typescript.getLineAndCharacterOfPosition(problem.file ?? { text: code, lineMap: undefined }, problem.start);
    return { problem: typescript.flattenDiagnosticMessageText(problem.messageText, '\n'), line: position?.line ?? 0, column: position?.character ?? 0 };
  }
  const map = JSON.parse(output.sourceMapText);
  const script = output.outputText.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
  return { script, lines: decodeMappings(map.mappings) };
}
