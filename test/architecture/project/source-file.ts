import { parseAst } from 'vitest/node';

/** An ESTree node of the syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

/** A file of the project, as the rules read it. */
export class SourceFile {
  /** Relative to the project's root, with slashes: `gateway/app.ts`. */
  readonly path: string;
  readonly text: string;
  #nodes: readonly Node[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Every node of a TypeScript file, parents before children. Comments are not nodes. */
  get nodes(): readonly Node[] {
    this.#nodes ??= [...descend(parseAst(this.text, { lang: 'ts' }))];
    return this.#nodes;
  }

  nodesOf(...types: readonly string[]): Node[] {
    return this.nodes.filter(({ type }) => types.includes(type));
  }

  /** The line of an offset, counted from 1. */
  lineAt(offset: number): number {
    return this.text.slice(0, offset).split('\n').length;
  }
}

function* descend(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* descend(item);
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) yield value;
    for (const child of Object.values(value)) yield* descend(child);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * The name of an identifier, the text of a string literal or of a template without expressions; null for anything else.
 */
export function textOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Identifier') return value.name as string;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value.type === 'TemplateLiteral') {
    const [only, ...more] = value.quasis as { value: { cooked: string } }[];
    return only && more.length === 0 ? only.value.cooked : null;
  }
  return null;
}

/**
 * `object.property` of a member access, however it is spelt: `Date.now`, `Date['now']`, `globalThis.Date.now`; null for
 * anything else.
 */
export function memberOf(node: Node): { readonly object: string; readonly property: string } | null {
  if (node.type !== 'MemberExpression') return null;
  const { object, property } = node as unknown as { object: Node; property: Node };
  if (node.computed === true && property.type === 'Identifier') return null;
  const owner = object.type === 'MemberExpression' ? memberOf(object)?.property : textOf(object);
  const name = textOf(property);
  return owner && name ? { object: owner, property: name } : null;
}
