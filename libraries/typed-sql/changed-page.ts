import type { PreparedRead } from '../pg-batch/index.ts';
import { type Column, instant } from './column.ts';
import { columnOf, columnsOf, typesOf } from './columns-of.ts';
import { equalsUnlessNull, type Position, positionIn } from './page-query.ts';
import type { ValuesOf } from './parameters.ts';
import { type Placeholders, sqlStatement } from './sql-statement.ts';
import { type Columns, type RowOf, storedName, type Table } from './table.ts';

/** The parameters of a page of entries that have changed since an instant. */
export type Changed<Tenant extends string> = Position<Tenant> & { readonly updatedSince: Column<string> };

/** `sort` is text here: give it the type of the ORDER BY column. */
export function changedIn<const Tenant extends string>(tenant: Tenant): Changed<Tenant> {
  return { ...positionIn(tenant), updatedSince: instant() };
}

export interface ChangedKeys {
  /** The placeholder of each parameter: `$1`, `$2`, … */
  readonly $: { readonly [Name in 'sort' | 'id' | 'limit' | 'updatedSince']: string };
  /** The list after the position: FROM and WHERE, scanned in its order by an index. */
  readonly behind: string;
  /** The ORDER BY columns of the list: the sort column and the id. */
  readonly order: readonly [sort: string, id: string];
  /** The condition for an entry to be shown; by default that its row `t` has changed. */
  readonly isShown?: string | undefined;
  /**
   * All changes: FROM a table `t` and WHERE, with an index on the tenant and `updated_at` that also contains the ORDER
   * BY columns. Use only conditions that the index supports: rows that another condition removes would be read but not
   * counted.
   */
  readonly changes: string;
  /** The ORDER BY columns of the changes; further columns are for `isAmong`. */
  readonly changed: readonly [sort: string, id: string, ...others: string[]];
  /** An additional condition on a change `c`, whose columns are `sort`, `id` and the further ones of `changed`. */
  readonly isAmong?: string;
}

/**
 * The text that selects `sort` and `id` of a page of changed entries, in the order of their list. It reads few rows,
 * however long the list is: few changes are found by their own index and sorted; if there are many, a scan of the list
 * meets them soon. So it first scans ten pages' worth of entries. If these do not fill the page, it reads and sorts the
 * changes, at most {@link MAX_SORTED}. Only if there are more, it scans on.
 *
 * The upper bound `infinity` is for the planner. It expects a third of the rows above an unknown bound, and would sort
 * a table of 20,000 rather than use the index of changes; between two bounds it expects one in two hundred.
 */
export function changedKeys({ $, behind, order, changes, changed, isShown, isAmong = 'true' }: ChangedKeys): string {
  const [sort, id] = order;
  const [changedSort, changedId, ...others] = changed;
  const isChanged = isShown ?? `t.updated_at >= ${$.updatedSince}`;
  const found = (step: string) => `(SELECT count(*) FROM ${step})`;
  return `WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT ${sort} AS sort, ${id} AS id, ${isChanged} AS is_shown ${behind}
        ORDER BY ${sort}, ${id} LIMIT ${$.limit} * ${PAGES_WALKED}::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT ${$.limit}),
    changes AS MATERIALIZED (
      SELECT ${[`${changedSort} AS sort`, `${changedId} AS id`, ...others].join(', ')} ${changes}
        AND t.updated_at >= ${$.updatedSince} AND t.updated_at <= 'infinity' AND ${found('near')} < ${$.limit}
      ORDER BY t.updated_at LIMIT ${MAX_SORTED + 1})
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE ${found('near')} >= ${$.limit}
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE ${found('changes')} <= ${MAX_SORTED} AND (sort, id) > (${$.sort}, ${$.id}) AND ${isAmong}
      UNION ALL
      (SELECT ${sort}, ${id} ${behind} AND ${isChanged} AND ${found('changes')} > ${MAX_SORTED}
       ORDER BY ${sort}, ${id} LIMIT ${$.limit})) AS found
    ORDER BY sort, id LIMIT ${$.limit}`;
}

interface ChangedRows<Tenant extends string> {
  readonly $: Placeholders<Changed<NoInfer<Tenant>>>;
  /** The table and the name that its rows have in `columns`. */
  readonly from: readonly [table: Table<string, Columns, Tenant>, alias: string];
  readonly columns: string;
  /** The column that orders the list; the index of changes contains it. */
  readonly sort: string;
  /** Only rows with this value in a column, which both indexes contain. */
  readonly where?: readonly [column: string, value: string];
  /** The same, unless the value is null. */
  readonly unlessNull?: readonly [column: string, value: string, type: string];
}

/** The text of a page of a table's rows that have changed since an instant, in the order of a column and the id. */
export function changedRows<Tenant extends string>({
  $,
  from: [{ name: table, tenant }, alias],
  columns,
  sort,
  where,
  unlessNull,
}: ChangedRows<Tenant>): string {
  const ofTenant = (row: string) => `${row}.${storedName(tenant)} = ${$[tenant]}`;
  const all = `FROM ${table} t WHERE ${ofTenant('t')}`;
  const [column, value] = where ?? [];
  const [filter, wanted, type] = unlessNull ?? [];
  const isWanted = (row: string) => (unlessNull ? [equalsUnlessNull(`${row}.${filter}`, `${wanted}`, `${type}`)] : []);
  const keys = changedKeys({
    $,
    behind: `${all}${column ? ` AND t.${column} = ${value}` : ''} AND (t.${sort}, t.id) > (${$.sort}, ${$.id})`,
    order: [`t.${sort}`, 't.id'],
    changes: all,
    isShown: [`t.updated_at >= ${$.updatedSince}`, ...isWanted('t')].join(' AND '),
    changed: [`t.${sort}`, 't.id', ...[column, filter].flatMap((each) => (each ? [`t.${each}`] : []))],
    isAmong: [...(column ? [`c.${column} = ${value}`] : ['true']), ...isWanted('c')].join(' AND '),
  });
  return `SELECT found.* FROM (${keys}) AS page
    CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} ${alias}
      WHERE ${ofTenant(alias)} AND ${alias}.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id`;
}

/**
 * Declares a page of a table's rows that have changed since an instant, by `order` and id; its limit is one more than
 * the page holds. The table needs an index on the tenant and `updatedAt`.
 * @param filter a column that both indexes contain; its parameter is null for every value
 */
export function listChangedRows<
  T extends Table,
  const Name extends keyof T['columns'] & string,
  const Filter extends keyof T['columns'] & string,
>(
  table: T,
  {
    columns,
    order,
    filter,
  }: {
    readonly columns: readonly Name[];
    readonly order: keyof T['columns'] & string;
    readonly filter: Filter;
  },
): PreparedRead<ValuesOf<Changed<T['tenant']>> & { readonly [F in Filter]: RowOf<T>[F] | null }, Pick<RowOf<T>, Name>> {
  const filtered = columnOf(table, filter).nullable();
  return sqlStatement(table, 'list_updated_since', {
    parameters: { ...changedIn(table.tenant), sort: columnOf(table, order), [filter]: filtered },
    result: typesOf(table, columns),
    text: ($) =>
      changedRows({
        $,
        from: [table, 't'],
        columns: columnsOf(table, 't', columns),
        sort: storedName(order),
        unlessNull: [
          storedName(filter),
          ($ as Readonly<Record<string, string>>)[filter] ?? '',
          filtered.attributes.type,
        ],
      }),
  }) as never;
}

/** Frequent changes, at least one in ten entries, fill the page within these. */
const PAGES_WALKED = 10;

/** Reading and sorting more changes than this takes longer than a scan that meets them. */
const MAX_SORTED = 10_000;
