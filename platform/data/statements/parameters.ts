import type { Column } from '../schema/column.ts';
import type { Value } from './statement.ts';

/** The types of a statement's parameters, by their names. */
export type ParameterTypes = Readonly<Record<string, Column<unknown>>>;

/** What a statement with such parameters is given. */
export type ValuesOf<P extends ParameterTypes> = { readonly [Name in keyof P]: P[Name]['value'] };

/** One `$n` of a statement. */
export interface Parameter {
  readonly name: string;
  /** As PostgreSQL names it. */
  readonly type: string;
  /** Whether it takes an array with the value of each of many rows. */
  readonly isOfRows: boolean;
  /** Makes of a value what the driver sends. */
  readonly encode: (value: unknown) => Value;
}

/** A value of its own. */
export function parameter(name: string, { attributes }: Column<unknown>): Parameter {
  return { name, type: attributes.type, isOfRows: false, encode: isJson(attributes.type) ? toJson : asIs };
}

/**
 * The values of a column of many rows, for `unnest`. Arrays of arrays come apart there whole: a column of arrays travels as texts, which the
 * statement casts (see {@link castOf}).
 */
export function parameterOfRows(name: string, { attributes: { type } }: Column<unknown>): Parameter {
  const isArray = type.endsWith('[]');
  const encode = isArray ? toArrayText : isJson(type) ? toJson : asIs;
  return { name, type: isArray ? 'text[]' : `${type}[]`, isOfRows: true, encode };
}

/** The cast of a column of {@link parameterOfRows}, or nothing. */
export function castOf({ attributes: { type } }: Column<unknown>): string {
  return type.endsWith('[]') ? `::${type}` : '';
}

/** A statement as far as its values depend on it. */
interface Parameterised {
  readonly name: string;
  /** In the order of `$1`, `$2`, … */
  readonly parameters: readonly Parameter[];
}

/** The values of a statement's parameters, or the parts of a point read's key, in their order. Rows are those of the value `rows`. */
export function bind({ name, parameters }: Parameterised, params: object): Value[] {
  const values = params as Readonly<Record<string, unknown>>;
  return parameters.map((parameter) => {
    if (!parameter.isOfRows) return encoded(name, parameter, values[parameter.name]);
    return (values.rows as Readonly<Record<string, unknown>>[]).map((row) =>
      encoded(name, parameter, row[parameter.name]),
    );
  });
}

/** The driver would take what is missing for NULL. */
function encoded(statement: string, { name, encode }: Parameter, value: unknown): Value {
  if (value === undefined) throw new TypeError(`${statement} is given no ${name}`);
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
