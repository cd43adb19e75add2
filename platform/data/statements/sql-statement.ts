import type { Column } from '../schema/column.ts';
import { type RowOf, storedName, type Table } from '../schema/table.ts';
import { type ParameterTypes, parameter, type ValuesOf } from './parameters.ts';
import { declare, type Prepared, type PreparedPointRead } from './prepared.ts';

/** The columns of a result, by the names that rows have them under. */
export type ResultColumns = Table['columns'];
/** A row of such a result. */
export type ResultOf<R extends ResultColumns> = RowOf<Table<string, R>>;

/** What stands for each parameter in the text, by name: `$n`; arrays with their type, which the server cannot always tell. */
export type Placeholders<P extends ParameterTypes> = { readonly [Name in keyof P]: string };

/**
 * Declares a statement that reads better as SQL. It changes no audited table. What its parameters and its result are declared to be is
 * compared with what the server describes (`test/operations/statements.test.ts`).
 * @param table heads its name; null where it is on none of a service's tables
 * @param text writes it with the places of its parameters
 */
export function sqlStatement<const P extends ParameterTypes, R extends ResultColumns>(
  table: Table | null,
  purpose: string,
  {
    parameters: types,
    result,
    text,
    isLock = false,
    isPlannedOnce = false,
  }: {
    readonly parameters: P;
    readonly result: R;
    readonly text: ($: Placeholders<P>) => string;
    readonly isLock?: boolean;
    /**
     * Hides the values from the planner. A plan for certain values then never seems cheaper than one for all, and each session keeps the plan that it has
     * made: for statements whose planning costs more than it gains, as over many partitions. The plan must be right for all values.
     */
    readonly isPlannedOnce?: boolean;
  },
): Prepared<ValuesOf<P>, ResultOf<R>> {
  const names = Object.keys(types);
  const $ = Object.fromEntries(
    names.map((name, index) => [name, placeholderOf(index, types[name], isPlannedOnce)]),
  ) as Placeholders<P>;
  return declare(table, purpose, {
    text: text($),
    parameters: names.map((name) => parameter(name, types[name] as ParameterTypes[string])),
    result: describe(result),
    isLock,
  });
}

/**
 * Declares a point read: see PointRead. @param key its parts; the first is the institution, where there is one
 * @param text what finds the row of one key, `k`
 *
 * Each session plans it once. With the keys in sight the server planned it for each execution, which was two thirds of what one key cost: 225 µs
 * instead of 77 (PostgreSQL 18). A lookup for each key, because the plan is kept: one that joins all rows of a table that is small today would be
 * used when it has grown.
 */
export function sqlPointRead<const K extends ParameterTypes, R extends ResultColumns>(
  table: Table,
  purpose: string,
  { key, result, text }: { readonly key: K; readonly result: R; readonly text: string },
): PreparedPointRead<ValuesOf<K>, ResultOf<R>> {
  const parts = Object.keys(key);
  const parameters = parts.map((name) => parameter(name, (key[name] as ParameterTypes[string]).array()));
  const arrays = parameters.map(({ type }, index) => `(SELECT $${index + 1}::${type})`);
  const keys = `unnest(${arrays.join(', ')}) WITH ORDINALITY AS k(${[...parts.map(storedName), 'n'].join(', ')})`;
  return declare(table, purpose, {
    text: `SELECT k.n, found.* FROM ${keys}
   CROSS JOIN LATERAL (${text} LIMIT 1) AS found`,
    parameters,
    result: [['n', 'bigint'], ...describe(result)],
  });
}

/** The columns of a row and what is put into them, both in the same order, for an INSERT. */
export function listsOf<T extends Table>(
  _table: T,
  row: { readonly [Name in keyof T['columns']]?: string },
): { readonly columns: string; readonly values: string } {
  return { columns: Object.keys(row).map(storedName).join(', '), values: Object.values(row).join(', ') };
}

function placeholderOf(index: number, column: Column<unknown> | undefined, isHidden: boolean): string {
  const type = column?.attributes.type ?? '';
  const placeholder = `$${index + 1}::${type}`;
  // The second cast: ANY would take a mere subquery for the rows to compare with.
  if (isHidden) return `(SELECT ${placeholder})::${type}`;
  return type.endsWith('[]') ? placeholder : `$${index + 1}`;
}

function describe(result: ResultColumns) {
  return Object.entries(result).map(([name, { attributes }]) => [name, attributes.type] as const);
}
