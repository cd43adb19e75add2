import type { DescMessage, DescMethod } from '@bufbuild/protobuf';
import { importsOf } from '../project/imports.ts';
import { memberOf, type Node, type SourceFile, textOf } from '../project/source-file.ts';
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

/** Events that nobody hears: a listener takes the type's name from the schema, a consumer the schema itself. */
export function findUnheardEvents(events: readonly DescMessage[], files: readonly SourceFile[]): Violation[] {
  const heard = new Set(files.flatMap(heardIn));
  return events
    .filter(({ name }) => !heard.has(`${name}Schema`))
    .map(({ typeName }) => ({ place: typeName, what: 'is heard by nobody' }));
}

/** The schemas whose type's name a file takes, and those that it hands to `consume`. */
function heardIn(file: SourceFile): string[] {
  const listeners = file.nodesOf('MemberExpression').flatMap((node) => {
    const member = memberOf(node);
    return member?.property === 'typeName' ? [member.object] : [];
  });
  const consumers = file.nodesOf('CallExpression').flatMap(({ callee, arguments: given }) => {
    const schema = (given as Node[])[1];
    return textOf(callee) === 'consume' && schema ? [textOf(schema) ?? ''] : [];
  });
  return [...listeners, ...consumers];
}

function namesOf(nodes: readonly Node[]): Set<string> {
  return new Set(nodes.filter(({ type }) => type === 'Identifier').map((node) => textOf(node) ?? ''));
}

/** `directory` of `lyceum.directory.v1.UserService`. */
function serviceOf(typeName: string): string {
  return typeName.split('.')[1] ?? '';
}
