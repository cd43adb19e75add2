import { memberOf, type Node, type SourceFile, textOf } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** Default exports: they have no name that a search finds. */
export function findDefaultExports(file: SourceFile): Violation[] {
  return file
    .nodesOf('ExportDefaultDeclaration', 'ExportSpecifier')
    .filter((node) => node.type === 'ExportDefaultDeclaration' || textOf(node.exported) === 'default')
    .map((node) => violation(file, node.start, 'default export'));
}

/** Uses of `console`. */
export function findConsole(file: SourceFile): Violation[] {
  return file
    .nodesOf('MemberExpression')
    .filter((node: Node) => memberOf(node)?.object === 'console')
    .map((node) => violation(file, node.start, `console.${memberOf(node)?.property}`));
}
