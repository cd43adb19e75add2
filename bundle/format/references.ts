import type { TProperties, TSchema } from 'typebox';

/** A field of a record that refers to other records; `null` in its path stands for every item of an array. */
export interface Reference {
  readonly path: readonly (string | null)[];
  readonly section: string;
  readonly within?: string | undefined;
  readonly of?: string | undefined;
}

/** All references among a record's fields. */
export function referencesIn(fields: TProperties): Reference[] {
  return Object.entries(fields).flatMap(([name, schema]) => within(schema, [name]));
}

function within(schema: TSchema, path: Reference['path']): Reference[] {
  const { refersTo, within: common, of, properties = {}, items } = schema as unknown as Node;
  if (refersTo !== undefined) return [{ path, section: refersTo, within: common, of }];
  return [
    ...Object.entries(properties).flatMap(([name, child]) => within(child, [...path, name])),
    ...(items ? within(items, [...path, null]) : []),
  ];
}

interface Node {
  readonly refersTo?: string;
  readonly within?: string;
  readonly of?: string;
  readonly properties?: Record<string, TSchema>;
  readonly items?: TSchema;
}

/** Visits the refs of a record, which need not be valid, at a path. */
export function visitRefs(
  value: unknown,
  path: Reference['path'],
  visit: (ref: string, at: readonly (string | number)[]) => void,
  at: readonly (string | number)[] = [],
): void {
  const [step, ...rest] = path;
  if (step === undefined) {
    if (typeof value === 'string') visit(value, at);
  } else if (step === null) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) visitRefs(item, rest, visit, [...at, index]);
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
    visitRefs((value as Record<string, unknown>)[step], rest, visit, [...at, step]);
  }
}

/** A copy of a record with other refs at a path. */
export function mapRefs<T>(value: T, path: Reference['path'], map: (ref: string) => string): T {
  const [step, ...rest] = path;
  if (step === undefined) return (typeof value === 'string' ? map(value) : value) as T;
  if (value === undefined || value === null) return value;
  if (step === null) return (value as unknown[]).map((item) => mapRefs(item, rest, map)) as T;
  const record = value as Record<string, unknown>;
  return Object.hasOwn(record, step) ? ({ ...record, [step]: mapRefs(record[step], rest, map) } as T) : value;
}
