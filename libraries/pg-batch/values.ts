import pg from 'pg';
import type { DriverQuery, DriverResult, RowReader } from './driver-members.ts';
import type { BindableStatement, Parameter, Value } from './statement.ts';

// How values go to the server, as parameters, and come back, in rows.

/** The approximate size in bytes of a value that is sent to the database. */
export function bytesOf(value: Value): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  // The driver rejects anything that is not a value.
  return Array.isArray(value) ? value.reduce((sum: number, each: Value) => sum + bytesOf(each), 0) : SCALAR_BYTES;
}

const SCALAR_BYTES = 8;

/**
 * The values of a statement's parameters, or the parts of a point read's key, in their order. Throws a TypeError for a
 * missing value, which the driver would send as NULL.
 */
export function bind({ name, parameters }: BindableStatement, params: object): Value[] {
  const values = params as Readonly<Record<string, unknown>>;
  return parameters.map((parameter) => {
    if (!parameter.isOfRows) return encoded(name, parameter, values[parameter.name]);
    return (values.rows as Readonly<Record<string, unknown>>[]).map((row) =>
      encoded(name, parameter, row[parameter.name]),
    );
  });
}

function encoded(statement: string, { name, encode }: Parameter, value: unknown): Value {
  if (value === undefined) throw new TypeError(`${statement} needs a value for ${name}`);
  return value === null || !encode ? (value as Value) : encode(value);
}

/**
 * Parses columns: instants to fixed-width text (`2026-01-31T12:00:00.500Z`), 64-bit integers to numbers, and arrays of
 * UUIDs without the general array parser, which costs more than everything else on a page. The session's time zone is
 * UTC and its DateStyle ISO, so every instant looks like `2026-01-31 12:00:00.5+00`.
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

/**
 * The driver's own copies a row and looks each column up; compiled, all rows of a statement are made at once in one
 * shape.
 */
export function rowReaderOf({ fields, _parsers }: DriverResult): RowReader {
  const members = fields.map(
    ({ name }, n) => `${JSON.stringify(name)}: row[${n}] === null ? null : parsers[${n}](row[${n}])`,
  );
  return new Function('parsers', `return (row) => ({ ${members.join(', ')} })`)(_parsers) as RowReader;
}

/** The driver's handler of a description. */
export function readRowsBy(reader: RowReader, query: DriverQuery): void {
  query._result.parseRow = reader;
  query._accumulateRows = true;
}
