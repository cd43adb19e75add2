import type { Parameter } from '../pg-batch/index.ts';
import type { Column } from './column.ts';

/** The types of a statement's parameters, by name. */
export type ParameterTypes = Readonly<Record<string, Column<unknown>>>;

/** The values of a statement's parameters, by name. */
export type ValuesOf<P extends ParameterTypes> = { readonly [Name in keyof P]: P[Name]['value'] };

/** A parameter with a single value. */
export function parameter(name: string, { attributes }: Column<unknown>): Parameter {
  return { name, type: attributes.type, isOfRows: false, encode: isJson(attributes.type) ? toJson : undefined };
}

/**
 * A parameter with the values of a column of many rows, for `unnest`. That would flatten arrays of arrays completely,
 * so a column of arrays is sent as texts, which the statement casts (see {@link castOf}).
 */
export function parameterOfRows(name: string, { attributes: { type } }: Column<unknown>): Parameter {
  const isArray = type.endsWith('[]');
  const encode = isArray ? toArrayText : isJson(type) ? toJson : undefined;
  return { name, type: isArray ? 'text[]' : `${type}[]`, isOfRows: true, encode };
}

/** The cast of a column of {@link parameterOfRows}; may be empty. */
export function castOf({ attributes: { type } }: Column<unknown>): string {
  return type.endsWith('[]') ? `::${type}` : '';
}

function isJson(type: string): boolean {
  return type === 'json' || type === 'jsonb';
}

function toJson(value: unknown): string {
  return JSON.stringify(value);
}

function toArrayText(elements: unknown): string {
  return `{${(elements as readonly unknown[]).map(toElementText).join()}}`;
}

function toElementText(element: unknown): string {
  if (element === null) return 'NULL';
  const text = element instanceof Uint8Array ? `\\x${Buffer.from(element).toString('hex')}` : String(element);
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
