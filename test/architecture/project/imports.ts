import { posix } from 'node:path';
import { isNode, type Node, type SourceFile, textOf } from './source-file.ts';

/** One import of a file. Type imports and re-exports count. */
export interface Import {
  readonly offset: number;
  /** A path relative to the project's root, or the name of a package or of a module of Node. */
  readonly target: string;
  readonly isPackage: boolean;
}

/** All imports of a file with a constant specifier. */
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
