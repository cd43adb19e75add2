import { posix } from 'node:path';
import { isNode, type Node, type SourceFile, textOf } from './source-file.ts';

/** One import of a file, type imports and re-exports included. */
export interface Import {
  readonly offset: number;
  /** A path below the project's root, or the name of a package or of a part of Node. */
  readonly target: string;
  readonly isPackage: boolean;
}

/** All that a file imports by a fixed name. */
export function importsOf(file: SourceFile): Import[] {
  const nodes = file.nodesOf(
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  );
  return nodes.flatMap((node) => {
    const specifier = specifierOf(node);
    if (specifier === null) return [];
    const isPackage = !specifier.startsWith('.');
    const target = isPackage ? specifier : posix.join(posix.dirname(file.path), specifier);
    return [{ offset: node.start, target, isPackage }];
  });
}

function specifierOf(node: Node): string | null {
  const { source, argument } = node;
  if (isNode(source)) return textOf(source);
  return isNode(argument) ? textOf(argument.type === 'TSLiteralType' ? argument.literal : argument) : null;
}
