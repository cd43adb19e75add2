import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { isNode, type Node, SourceFile, textOf } from './project/source-file.ts';
import { expectNone, type Violation, violation } from './project/violations.ts';

/** Functions and classes that make something that emits `error`, by module. */
const MAKERS = new Map<string, readonly string[]>([
  ['node:child_process', ['spawn', 'fork']],
  ['node:net', ['createServer', 'createConnection', 'connect', 'Socket', 'Server']],
  ['node:tls', ['createServer', 'connect']],
  ['node:http', ['createServer', 'request']],
  ['node:https', ['createServer', 'request']],
  ['node:http2', ['createServer', 'createSecureServer', 'connect']],
  ['node:fs', ['createReadStream', 'createWriteStream']],
  ['node:worker_threads', ['Worker']],
  ['node:dgram', ['createSocket']],
]);

const files = projectFiles().filter(({ path }) => path.endsWith('.ts'));

test('one module opens connections to PostgreSQL, and listens for their errors', () => {
  const opening = files.filter(
    (file) => isProduction(file) && /from 'pg'.*new (pg\.)?(Client|Pool)\(/s.test(file.text),
  );
  expect(opening.map(({ path }) => path)).toEqual(['libraries/pg-batch/connections.ts']);
});

test('the product listens for the errors of its servers, sockets, processes and streams', () => {
  expectNone(
    files.filter(isProduction).flatMap(findMakersWithoutListener),
    "Add .on('error', …) for the whole lifetime of the object: an error without a listener ends the process.",
  );
});

describe('the checker', () => {
  const withoutListener = (text: string) =>
    findMakersWithoutListener(new SourceFile('x.ts', text)).map(({ what }) => what);

  test('finds a process and a server without a listener', () => {
    expect(withoutListener("import { spawn } from 'node:child_process'; spawn('x');")).toHaveLength(1);
    expect(withoutListener("import { createServer as s } from 'node:net'; s().once('error', f);")).toHaveLength(1);
  });

  test('lets those with a listener pass, and functions that only have the same name', () => {
    expect(withoutListener("import { spawn } from 'node:child_process'; spawn('x').on('error', f);")).toEqual([]);
    expect(withoutListener("import { connect } from '@nats-io/transport-node'; connect(1);")).toEqual([]);
  });
});

/** Servers, sockets, processes and streams in files that make more of them than they add listeners for `error`. */
function findMakersWithoutListener(file: SourceFile): Violation[] {
  const makers = makersOf(file);
  const made = file.nodesOf('CallExpression', 'NewExpression').filter((node) => makers.has(textOf(node.callee) ?? ''));
  if (made.length <= countListeners(file)) return [];
  return made.map((node) => violation(file, node.start, `${textOf(node.callee)}(…) without a listener for 'error'`));
}

/** The local names of the imported makers. */
function makersOf(file: SourceFile): Set<string> {
  const specifiers = file.nodesOf('ImportDeclaration').flatMap((node) => {
    const makers = node.importKind === 'type' ? [] : (MAKERS.get(textOf(node.source) ?? '') ?? []);
    return (node.specifiers as Node[]).filter(({ imported }) => makers.includes(textOf(imported) ?? ''));
  });
  return new Set(specifiers.map(({ local }) => textOf(local) ?? ''));
}

/** `x.on('error', …)`. `once` does not count, because nothing would listen for a second error. */
function countListeners(file: SourceFile): number {
  return file.nodesOf('CallExpression').filter(({ callee, arguments: args }) => {
    const isOn = isNode(callee) && callee.type === 'MemberExpression' && textOf(callee.property) === 'on';
    return isOn && textOf((args as Node[])[0]) === 'error';
  }).length;
}
