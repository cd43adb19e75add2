import type { DescMessage, DescMethod } from '@bufbuild/protobuf';
import { importsOf } from '../project/imports.ts';
import { type Node, type SourceFile, textOf } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/** RPCs without a caller: no file outside the service that implements it uses the method of the contract. */
export function findUncalledRpcs(rpcs: readonly DescMethod[], files: readonly SourceFile[]): Violation[] {
  return rpcs
    .filter(({ parent, localName }) => {
      const service = serviceOf(parent.typeName);
      const folder = `proto/gen/lyceum/${service}/`;
      return !files.some(
        (file) =>
          !file.path.startsWith(`services/${service}/`) &&
          importsOf(file).some(({ target }) => target.startsWith(folder)) &&
          namesOf(file.nodes).has(localName),
      );
    })
    .map(({ parent, name }) => ({ location: `${parent.typeName}.${name}`, what: 'has no caller' }));
}

/** Events without a consumer: only the files that publish them, in their own service, name their schemas. */
export function findUnconsumedEvents(events: readonly DescMessage[], files: readonly SourceFile[]): Violation[] {
  const namedBy = files.map((file) => ({ path: file.path, names: namesOf(withoutImports(file)) }));
  return events
    .filter(({ name, typeName }) => {
      const publishers = new RegExp(`^services/${serviceOf(typeName)}/(rpc|events|domain)/`);
      return !namedBy.some(({ path, names }) => !publishers.test(path) && names.has(`${name}Schema`));
    })
    .map(({ typeName }) => ({ location: typeName, what: 'has no consumer' }));
}

function withoutImports(file: SourceFile): Node[] {
  const imported = new Set(file.nodesOf('ImportSpecifier').flatMap(({ imported, local }) => [imported, local]));
  return file.nodes.filter((node) => !imported.has(node));
}

function namesOf(nodes: readonly Node[]): Set<string> {
  return new Set(nodes.filter(({ type }) => type === 'Identifier').map((node) => textOf(node) ?? ''));
}

/** `directory` of `lyceum.directory.v1.UserService`. */
function serviceOf(typeName: string): string {
  return typeName.split('.')[1] ?? '';
}
