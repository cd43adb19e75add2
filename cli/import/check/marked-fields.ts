import type { TSchema } from 'typebox';
import type { RefSection } from '../bundle/pieces.ts';

/** A field of a record, or of a record nested in it, that the schema marks with a keyword; `null` stands for every item of an array. */
export interface MarkedField {
  readonly path: readonly (string | null)[];
  readonly section: RefSection;
}

/** All fields that a schema marks with a keyword. */
export function markedFields(schema: TSchema, keyword: 'declares' | 'refersTo'): MarkedField[] {
  const node = schema as unknown as Node;
  const section = node[keyword];
  if (section !== undefined) return [{ path: [], section }];
  const children: [step: string | null, child: TSchema][] = Object.entries(node.properties ?? {});
  if (node.items) children.push([null, node.items]);
  return children.flatMap(([step, child]) =>
    markedFields(child, keyword).map(({ path, section }) => ({ path: [step, ...path], section })),
  );
}

interface Node {
  readonly declares?: RefSection;
  readonly refersTo?: RefSection;
  readonly properties?: Record<string, TSchema>;
  readonly items?: TSchema;
}

/** Visits the strings of a value at a field. The value need not be valid. */
export function visitField(
  value: unknown,
  path: MarkedField['path'],
  visit: (text: string, at: readonly (string | number)[]) => void,
  at: readonly (string | number)[] = [],
): void {
  const [step, ...rest] = path;
  if (step === undefined) {
    if (typeof value === 'string') visit(value, at);
  } else if (step === null) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) visitField(item, rest, visit, [...at, index]);
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
    visitField((value as Record<string, unknown>)[step], rest, visit, [...at, step]);
  }
}
