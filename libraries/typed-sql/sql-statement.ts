import type { Prepared, PreparedPointRead, PreparedRead } from '../pg-batch/index.ts';
import type { Column } from './column.ts';
import { declare } from './declared.ts';
import { type ParameterTypes, parameter, type ValuesOf } from './parameters.ts';
import { declareChange } from './row-statements.ts';
import { type RowOf, storedName, type Table } from './table.ts';

/** The columns of a result, by their names in rows. */
export type ResultColumns = Table['columns'];
/** A row of a result. */
export type ResultOf<R extends ResultColumns> = RowOf<Table<string, R>>;

/**
 * The placeholders of the parameters, by name: `$n`. Arrays have a cast, because the server cannot always infer their
 * type.
 */
export type Placeholders<P extends ParameterTypes> = { readonly [Name in keyof P]: string };

/** The parameters of a statement, and its SQL with their placeholders. */
interface SqlText<P extends ParameterTypes> {
  readonly parameters: P;
  readonly text: ($: Placeholders<P>) => string;
}

/**
 * Declares a statement that is more readable as SQL. It must not change an audited table, except to remove expired
 * rows. The declared types of its parameters and result should be compared with the server's description, by a test.
 * @param table the statement's name begins with its name; null if it uses none
 */
export function sqlStatement<
  const P extends ParameterTypes,
  R extends ResultColumns,
  const Writes extends boolean = false,
>(
  table: Table | null,
  purpose: string,
  sql: SqlText<P> & {
    readonly result: R;
    /** Whether it changes or locks anything, by itself or by a function. */
    readonly writes?: Writes;
    readonly isLock?: boolean;
    readonly isLast?: boolean;
    readonly recording?: 'expired';
  },
): Writes extends true ? Prepared<ValuesOf<P>, ResultOf<R>> : PreparedRead<ValuesOf<P>, ResultOf<R>> {
  const { result, writes = false, isLock = false, isLast = false, recording } = sql;
  const options = { result: describe(result), isRead: !writes, isLock, isLast, ...(recording && { recording }) };
  return declare(table, purpose, { ...withPlaceholders(sql), ...options }) as never;
}

/**
 * Declares an UPDATE of an audited table, under no alias and without RETURNING, which also writes the audit records:
 * see auditedText. One of its parameters is the new `revision`.
 */
export function sqlUpdate<const P extends ParameterTypes>(
  table: Table,
  purpose: string,
  sql: SqlText<P>,
): Prepared<ValuesOf<P>, never> {
  return declareChange(table, purpose, { verb: 'update', ...withPlaceholders(sql) });
}

/**
 * Declares a point read: see PointRead.
 * @param key its parts; the first is the tenant, if there is one
 * @param text selects the row of one key, `k`
 *
 * Each key is looked up on its own (LATERAL), because the plan is kept: a plan that joins all rows of a small table
 * would still be used after the table has grown.
 */
export function sqlPointRead<const K extends ParameterTypes, R extends ResultColumns>(
  table: Table,
  purpose: string,
  { key, result, text }: { readonly key: K; readonly result: R; readonly text: string },
): PreparedPointRead<ValuesOf<K>, ResultOf<R>> {
  const parts = Object.entries(key);
  const values = (suffix: string) =>
    parts.map(([, { attributes }], index) => `$${index + 1}::${attributes.type}${suffix}`).join(', ');
  const names = parts.map(([name]) => storedName(name)).join(', ');
  const textOf = (keys: string) => `SELECT k.n, found.* FROM ${keys} AS k(${names}, n)
   CROSS JOIN LATERAL (${text} LIMIT 1) AS found`;
  const declared = declare(table, purpose, {
    text: textOf(`unnest(${values('[]')}) WITH ORDINALITY`),
    parameters: parts.map(([name, type]) => parameter(name, type.array())),
    result: [['n', 'bigint'], ...describe(result)],
    isRead: true,
  });
  const ofOneKey = { name: `${declared.name}_one`, text: textOf(`(VALUES (${values('')}, 1::bigint))`) };
  return { ...declared, ofOneKey };
}

/** The columns of a row and the expressions for them, in the same order, for an INSERT. */
export function listsOf<T extends Table>(
  _table: T,
  row: { readonly [Name in keyof T['columns']]?: string },
): { readonly columns: string; readonly values: string } {
  return { columns: Object.keys(row).map(storedName).join(', '), values: Object.values(row).join(', ') };
}

function withPlaceholders<P extends ParameterTypes>({ parameters, text }: SqlText<P>) {
  const types = Object.entries(parameters);
  const $ = Object.fromEntries(types.map(([name, type], index) => [name, placeholderOf(index, type)]));
  return { text: text($ as Placeholders<P>), parameters: types.map(([name, type]) => parameter(name, type)) };
}

function placeholderOf(index: number, { attributes: { type } }: Column<unknown>): string {
  return type.endsWith('[]') ? `$${index + 1}::${type}` : `$${index + 1}`;
}

function describe(result: ResultColumns) {
  return Object.entries(result).map(([name, { attributes }]) => [name, attributes.type] as const);
}
