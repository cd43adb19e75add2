import pg from 'pg';
import type { Column } from '../schema/column.ts';
import type { Value } from './statement.ts';

/** The types of a statement's parameters, by name. */
export type ParameterTypes = Readonly<Record<string, Column<unknown>>>;

/** The values of a statement's parameters, by name. */
export type ValuesOf<P extends ParameterTypes> = { readonly [Name in keyof P]: P[Name]['value'] };

/** One `$n` of a statement. */
export interface Parameter {
  readonly name: string;
  /** PostgreSQL's name of the type. */
  readonly type: string;
  /** Whether it is an array with one value per row. */
  readonly isOfRows: boolean;
  /** Converts a value to what the driver sends. */
  readonly encode: (value: unknown) => Value;
}

/** A parameter with a single value. */
export function parameter(name: string, { attributes }: Column<unknown>): Parameter {
  return { name, type: attributes.type, isOfRows: false, encode: isJson(attributes.type) ? toJson : asIs };
}

/**
 * A parameter with the values of a column of many rows, for `unnest`. That would flatten arrays of arrays completely, so a column of arrays is sent as
 * texts, which the statement casts (see {@link castOf}).
 */
export function parameterOfRows(name: string, { attributes: { type } }: Column<unknown>): Parameter {
  const isArray = type.endsWith('[]');
  const encode = isArray ? toArrayText : isJson(type) ? toJson : asIs;
  return { name, type: isArray ? 'text[]' : `${type}[]`, isOfRows: true, encode };
}

/** The cast of a column of {@link parameterOfRows}; may be empty. */
export function castOf({ attributes: { type } }: Column<unknown>): string {
  return type.endsWith('[]') ? `::${type}` : '';
}

/** The parts of a statement that its values depend on. */
interface Parameterised {
  readonly name: string;
  /** In the order of `$1`, `$2`, … */
  readonly parameters: readonly Parameter[];
}

/** The values of a statement's parameters, or the parts of a point read's key, in their order. Parameters of rows are taken from `rows`. */
export function bind({ name, parameters }: Parameterised, params: object): Value[] {
  const values = params as Readonly<Record<string, unknown>>;
  return parameters.map((parameter) => {
    if (!parameter.isOfRows) return encoded(name, parameter, values[parameter.name]);
    return (values.rows as Readonly<Record<string, unknown>>[]).map((row) =>
      encoded(name, parameter, row[parameter.name]),
    );
  });
}

/** Throws for a missing value, which the driver would send as NULL. */
function encoded(statement: string, { name, encode }: Parameter, value: unknown): Value {
  if (value === undefined) throw new TypeError(`${statement} needs a value for ${name}`);
  return value === null ? null : encode(value);
}

function isJson(type: string): boolean {
  return type === 'json' || type === 'jsonb';
}

function asIs(value: unknown): Value {
  return value as Value;
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

/**
 * Parses columns: instants to fixed-width text (see instant.ts), 64-bit integers to numbers, and arrays of ids without the general array parser,
 * which costs more than everything else on a page. The connection's time zone is UTC and its DateStyle ISO, so every instant looks like
 * `2026-01-31 12:00:00.5+00`.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return instantText;
      if (oid === INT8) return Number;
      if (oid === UUID_ARRAY) return uuids;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const UUID_ARRAY = 2951;

function instantText(text: string): string {
  const fraction = text.length === 22 ? '.000' : text.slice(19, -3).padEnd(4, '0').slice(0, 4);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

/** `{id,NULL,id}`: one dimension, never quoted. */
function uuids(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((id) => (id === 'NULL' ? null : id));
}
