import type { DescMessage, DescMethod } from '@bufbuild/protobuf';
import { importsOf } from '../project/imports.ts';
import { type Node, type SourceFile, textOf } from '../project/source-file.ts';
import type { Violation } from '../project/violations.ts';

/** RPCs that nobody calls: no file but those of the service that answers it takes one of them from its contract. */
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
    .map(({ parent, name }) => ({ place: `${parent.typeName}.${name}`, what: 'is called by nobody' }));
}

/** Events that nobody hears: their schemas are named only where they are told, as the first argument of `event`. */
export function findUnheardEvents(events: readonly DescMessage[], files: readonly SourceFile[]): Violation[] {
  const heard = new Set(files.flatMap((file) => [...namesOf(withoutTelling(file))]));
  return events
    .filter(({ name }) => !heard.has(`${name}Schema`))
    .map(({ typeName }) => ({ place: typeName, what: 'is heard by nobody' }));
}

/** All nodes but imports and the schemas of events that are told. */
function withoutTelling(file: SourceFile): Node[] {
  const told = new Set(
    file
      .nodesOf('CallExpression')
      .filter(({ callee }) => textOf(callee) === 'event')
      .map((call) => (call.arguments as Node[])[0]),
  );
  const imported = new Set(file.nodesOf('ImportSpecifier').flatMap(({ imported, local }) => [imported, local]));
  return file.nodes.filter((node) => !told.has(node) && !imported.has(node));
}

function namesOf(nodes: readonly Node[]): Set<string> {
  return new Set(nodes.filter(({ type }) => type === 'Identifier').map((node) => textOf(node) ?? ''));
}

/** `directory` of `lyceum.directory.v1.UserService`. */
function serviceOf(typeName: string): string {
  return typeName.split('.')[1] ?? '';
}
