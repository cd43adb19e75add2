import { isNode, memberOf, type Node, type SourceFile, textOf } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** What only one module may read: members by their object, and names from any module. */
const MEMBERS = new Map([
  ['Date', ['now']],
  ['performance', ['now', 'timeOrigin']],
  ['Temporal', ['Now']],
  ['Math', ['random']],
  ['process', ['env', 'hrtime']],
]);
const NAMES = new Set([
  'randomUUID',
  'randomBytes',
  'randomInt',
  'randomFill',
  'randomFillSync',
  'getRandomValues',
  'webcrypto',
]);

/** Reads of the machine's clock, of randomness and of the environment. */
export function findTimeAndChance(file: SourceFile): Violation[] {
  return file.nodes.flatMap((node) => {
    const what = usedBy(node);
    return what === null ? [] : [violation(file, node.start, what)];
  });
}

/** `new Date(value)`, which only the module of instants may use. */
export function findDates(file: SourceFile): Violation[] {
  return file
    .nodesOf('NewExpression')
    .filter((node) => textOf(node.callee) === 'Date' && argumentsOf(node).length > 0)
    .map((node) => violation(file, node.start, 'new Date(…)'));
}

function usedBy(node: Node): string | null {
  switch (node.type) {
    case 'NewExpression':
      return textOf(node.callee) === 'Date' && argumentsOf(node).length === 0 ? 'new Date()' : null;
    case 'CallExpression':
      return textOf(node.callee) === 'Date' ? 'Date()' : null;
    case 'MemberExpression': {
      const member = memberOf(node);
      if (!member) return null;
      const isForbidden = MEMBERS.get(member.object)?.includes(member.property) || NAMES.has(member.property);
      return isForbidden ? `${member.object}.${member.property}` : null;
    }
    case 'ImportDeclaration':
      return importedBy(node);
    case 'VariableDeclarator':
      return takenApart(node);
    default:
      return null;
  }
}

function importedBy(node: Node): string | null {
  const from = textOf(node.source) ?? '';
  if (from === 'uuid') return "import from 'uuid'";
  for (const specifier of node.specifiers as Node[]) {
    const name = textOf(specifier.imported) ?? '';
    if (NAMES.has(name)) return `import of ${name}`;
    if (MEMBERS.get(from.replace('node:', ''))?.includes(name)) return `import of ${name} from ${from}`;
  }
  return null;
}

/** `const { env } = process`. */
function takenApart({ id, init }: Node): string | null {
  const object = textOf(init) ?? '';
  if (!isNode(id) || id.type !== 'ObjectPattern') return null;
  const names = (id.properties as Node[]).map((property) => textOf(property.key) ?? '');
  const name = names.find((each) => MEMBERS.get(object)?.includes(each) || NAMES.has(each));
  return name === undefined ? null : `${name} of ${object}`;
}

function argumentsOf(node: Node): readonly unknown[] {
  return node.arguments as unknown[];
}
