import { readFileSync } from 'node:fs';
import { services } from '../../../system/services.ts';
import { isNode, type Node, SourceFile, textOf } from '../../architecture/project/source-file.ts';
import { projectRoot } from '../../support/program.ts';

/** Whom each process calls, as its entry says in the code: `runServiceProcess(it, [peers], …)` and the gateway's list. */
export function callGraph(): Map<string, string[]> {
  const graph = new Map(services.map(({ name }) => [name, peersOfService(name)]));
  return graph.set('gateway', peersOfGateway());
}

function peersOfService(name: string): string[] {
  const calls = entry(`services/${name}/main.ts`).nodesOf('CallExpression');
  const run = calls.find(({ callee }) => textOf(callee) === 'runServiceProcess');
  return textsOf((run?.arguments as unknown[] | undefined)?.[1], name);
}

function peersOfGateway(): string[] {
  const declared = entry('gateway/main.ts').nodesOf('VariableDeclarator');
  return textsOf(declared.find(({ id }) => textOf(id) === 'SERVICES')?.init, 'gateway');
}

function entry(path: string): SourceFile {
  return new SourceFile(path, readFileSync(projectRoot + path, 'utf8'));
}

function textsOf(value: unknown, name: string): string[] {
  if (!isNode(value) || value.type !== 'ArrayExpression') throw new Error(`the entry of ${name} lists no peers`);
  return (value.elements as Node[]).map((element) => textOf(element) ?? '').sort();
}
