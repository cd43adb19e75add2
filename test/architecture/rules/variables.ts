import { memberOf, type Node, type SourceFile, textOf } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

const NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
/** Names of variables that hold an environment. */
const ENVIRONMENTS = new Set(['env', 'environment']);
/** Functions that declare a variable, including those that wrap another one. */
const KINDS = new Set(['text', 'integer', 'port', 'oneOf', 'url', 'optional', 'pem', 'address']);

interface Taken {
  readonly offset: number;
  readonly name: string;
}

/** Variables that a file reads from an environment or declares, and that the reference does not list. */
export function findUnlistedVariables(file: SourceFile, listed: readonly string[]): Violation[] {
  return [...file.nodes.flatMap(takenBy), ...file.nodes.flatMap(declaredBy)]
    .filter(({ name }) => NAME.test(name) && !listed.includes(name))
    .map(({ offset, name }) => violation(file, offset, `reads ${name}, which is not in docs/configuration.md`));
}

/** `environment.NAME`, `process.env['NAME']`, `const { NAME } = environment`, `({ NAME }: Environment)`. */
function takenBy(node: Node): Taken[] {
  if (node.type === 'MemberExpression') {
    const member = memberOf(node);
    return member && ENVIRONMENTS.has(member.object) ? [{ offset: node.start, name: member.property }] : [];
  }
  if (node.type === 'VariableDeclarator' && isEnvironment(node.init as Node)) return namesOf(node.id as Node);
  return node.type === 'ObjectPattern' && typeOf(node) === 'Environment' ? namesOf(node) : [];
}

/** `NAME: integer({ … })`, `NAME: { description, parse }`. */
function declaredBy(node: Node): Taken[] {
  if (node.type !== 'Property') return [];
  const { key, value } = node as unknown as { key: Node; value: Node };
  const name = textOf(key);
  return name !== null && isVariable(value) ? [{ offset: node.start, name }] : [];
}

function isVariable(value: Node): boolean {
  if (value.type === 'CallExpression') return KINDS.has(textOf(value.callee) ?? '');
  if (value.type !== 'ObjectExpression') return false;
  const keys = (value.properties as { key?: Node }[]).map(({ key }) => textOf(key));
  return keys.includes('parse') && keys.includes('description');
}

function isEnvironment(node: Node | null): boolean {
  if (node === null) return false;
  return ENVIRONMENTS.has(textOf(node) ?? memberOf(node)?.property ?? '');
}

function namesOf(pattern: Node): Taken[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return (pattern.properties as unknown as { start: number; key?: Node }[]).flatMap(({ start, key }) => {
    const name = textOf(key);
    return name === null ? [] : [{ offset: start, name }];
  });
}

function typeOf(pattern: Node): string | null {
  const { typeAnnotation } = pattern as { typeAnnotation?: { typeAnnotation?: { typeName?: Node } } };
  return textOf(typeAnnotation?.typeAnnotation?.typeName);
}
