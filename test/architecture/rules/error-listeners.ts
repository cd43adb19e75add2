import { isNode, memberOf, type Node, type SourceFile, textOf } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

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

/** Connections to PostgreSQL that a file opens itself. */
export function findOwnConnections(file: SourceFile): Violation[] {
  const imported = file
    .nodesOf('ImportDeclaration')
    .filter((node) => textOf(node.source) === 'pg' && node.importKind !== 'type')
    .flatMap((node) => node.specifiers as Node[]);
  const names = imported.filter(({ imported }) => isConnection(imported)).map(({ local }) => textOf(local));
  return file
    .nodesOf('NewExpression')
    .filter(({ callee }) => {
      if (!isNode(callee)) return false;
      const member = memberOf(callee);
      if (member) return member.object === 'pg' && /^(Client|Pool)$/.test(member.property);
      return names.includes(textOf(callee));
    })
    .map((node) => violation(file, node.start, 'opens its own connection to PostgreSQL'));
}

function isConnection(name: unknown): boolean {
  return /^(Client|Pool)$/.test(textOf(name) ?? '');
}

/** Servers, sockets, processes and streams in files that make more of them than they add listeners for `error`. */
export function findMakersWithoutListener(file: SourceFile): Violation[] {
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
