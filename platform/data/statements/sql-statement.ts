import type { Column } from '../schema/column.ts';
import { type RowOf, storedName, type Table } from '../schema/table.ts';
import { type ParameterTypes, parameter, type ValuesOf } from './parameters.ts';
import { declare, type Prepared, type PreparedPointRead } from './prepared.ts';

/** The columns of a result, by their names in rows. */
export type ResultColumns = Table['columns'];
/** A row of a result. */
export type ResultOf<R extends ResultColumns> = RowOf<Table<string, R>>;

/** The placeholders of the parameters, by name: `$n`. Arrays have a cast, because the server cannot always infer their type. */
export type Placeholders<P extends ParameterTypes> = { readonly [Name in keyof P]: string };

/**
 * Declares a statement that is more readable as SQL. It must not change an audited table. A test compares the declared types of its parameters and
 * result with the server's description (`test/operations/statements.test.ts`).
 * @param table the statement's name begins with its name; null if it uses none of the service's tables
 * @param text returns the SQL with the placeholders of its parameters
 */
export function sqlStatement<const P extends ParameterTypes, R extends ResultColumns>(
  table: Table | null,
  purpose: string,
  {
    parameters: types,
    result,
    text,
    isLock = false,
  }: {
    readonly parameters: P;
    readonly result: R;
    readonly text: ($: Placeholders<P>) => string;
    readonly isLock?: boolean;
  },
): Prepared<ValuesOf<P>, ResultOf<R>> {
  const names = Object.keys(types);
  const $ = Object.fromEntries(
    names.map((name, index) => [name, placeholderOf(index, types[name])]),
  ) as Placeholders<P>;
  return declare(table, purpose, {
    text: text($),
    parameters: names.map((name) => parameter(name, types[name] as ParameterTypes[string])),
    result: describe(result),
    isLock,
  });
}

/**
 * Declares a point read: see PointRead. @param key its parts; the first is the institution, if there is one
 * @param text selects the row of one key, `k`
 *
 * Each key is looked up on its own (LATERAL), because the plan is kept: a plan that joins all rows of a small table would still be used after the
 * table has grown.
 */
export function sqlPointRead<const K extends ParameterTypes, R extends ResultColumns>(
  table: Table,
  purpose: string,
  { key, result, text }: { readonly key: K; readonly result: R; readonly text: string },
): PreparedPointRead<ValuesOf<K>, ResultOf<R>> {
  const parts = Object.keys(key);
  const parameters = parts.map((name) => parameter(name, (key[name] as ParameterTypes[string]).array()));
  const arrays = parameters.map(({ type }, index) => `$${index + 1}::${type}`);
  const keys = `unnest(${arrays.join(', ')}) WITH ORDINALITY AS k(${[...parts.map(storedName), 'n'].join(', ')})`;
  return declare(table, purpose, {
    text: `SELECT k.n, found.* FROM ${keys}
   CROSS JOIN LATERAL (${text} LIMIT 1) AS found`,
    parameters,
    result: [['n', 'bigint'], ...describe(result)],
  });
}

/** The columns of a row and the expressions for them, in the same order, for an INSERT. */
export function listsOf<T extends Table>(
  _table: T,
  row: { readonly [Name in keyof T['columns']]?: string },
): { readonly columns: string; readonly values: string } {
  return { columns: Object.keys(row).map(storedName).join(', '), values: Object.values(row).join(', ') };
}

function placeholderOf(index: number, column: Column<unknown> | undefined): string {
  const type = column?.attributes.type ?? '';
  return type.endsWith('[]') ? `$${index + 1}::${type}` : `$${index + 1}`;
}

function describe(result: ResultColumns) {
  return Object.entries(result).map(([name, { attributes }]) => [name, attributes.type] as const);
}
