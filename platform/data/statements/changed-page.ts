import { instant } from '../schema/column.ts';
import { type RowOf, storedName, type Table } from '../schema/table.ts';
import { POSITION } from './page-query.ts';
import type { ValuesOf } from './parameters.ts';
import type { Prepared } from './prepared.ts';
import { columnOf, columnsOf, typesOf } from './row-statements.ts';
import { sqlStatement } from './sql-statement.ts';

/** The parameters of a page that shows only what has changed since an instant. */
const CHANGED = { ...POSITION, updatedSince: instant() };

export interface ChangedKeys {
  /** Where each parameter of the page stands: `$1` and its like. */
  readonly $: { readonly [Name in keyof typeof CHANGED]: string };
  /** The list behind the position: FROM and WHERE, walked in its order by an index. */
  readonly behind: string;
  /** The columns of the order there: what comes before the id, and the id. */
  readonly order: readonly [sort: string, id: string];
  /** What is asked of an entry there; by default that its row `t` has changed. */
  readonly isShown?: string | undefined;
  /**
   * All that changed: FROM a table `t` and WHERE, with an index on `(institution_id, updated_at)` that holds the order's columns, too. No
   * condition that is not the index's own may stand here, because rows that it removes are read and not counted.
   */
  readonly changes: string;
  /** The columns of the order there; further ones are for `isAmong`. */
  readonly changed: readonly [sort: string, id: string, ...others: string[]];
  /** What else is asked of a change `c`, which has those columns as `sort`, `id` and the others' names. */
  readonly isAmong?: string;
}

/**
 * The text that selects `sort` and `id` of a page of what has changed, in the order of its list. It reads little, however many rows the
 * list has: few changes are found by their own index and sorted, many are met soon by walking the list. So it walks a few pages' worth
 * of entries; where these do not fill the page, it takes the changes, at most {@link SORTED_AT_MOST}; only where there are more, it walks
 * on. Of 1,000,000 users a page after 30 changes takes the server 0.9 ms, after 5,000 2.6 ms (walking alone: 130 to 200 ms), after
 * 1,000,000 0.6 ms, as before.
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
        AND t.updated_at >= ${$.updatedSince} AND ${found('near')} < ${$.limit}
      ORDER BY t.updated_at LIMIT ${SORTED_AT_MOST + 1})
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE ${found('near')} >= ${$.limit}
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE ${found('changes')} <= ${SORTED_AT_MOST} AND (sort, id) > (${$.sort}, ${$.id}) AND ${isAmong}
      UNION ALL
      (SELECT ${sort}, ${id} ${behind} AND ${isChanged} AND ${found('changes')} > ${SORTED_AT_MOST}
       ORDER BY ${sort}, ${id} LIMIT ${$.limit})) AS found
    ORDER BY sort, id LIMIT ${$.limit}`;
}

/**
 * Declares a page of a table's rows that have changed since an instant, by `order` and id; its limit is one more than the page holds.
 * The table has an index on `(institution_id, updated_at)`.
 */
export function listChangedRows<T extends Table, const Name extends keyof T['columns'] & string>(
  table: T,
  { columns, order }: { readonly columns: readonly Name[]; readonly order: keyof T['columns'] & string },
): Prepared<ValuesOf<typeof CHANGED>, Pick<RowOf<T>, Name>> {
  const sort = `t.${storedName(order)}`;
  return sqlStatement(table, 'list_updated_since', {
    parameters: { ...CHANGED, sort: columnOf(table, order) },
    result: typesOf(table, columns),
    text: ($) => {
      const all = `FROM ${table.name} t WHERE t.institution_id = ${$.institutionId}`;
      const keys = changedKeys({
        $,
        behind: `${all} AND (${sort}, t.id) > (${$.sort}, ${$.id})`,
        order: [sort, 't.id'],
        changes: all,
        changed: [sort, 't.id'],
      });
      return `SELECT ${columnsOf(table, 't', columns)}
        FROM (${keys}) AS page JOIN ${table.name} t ON t.institution_id = ${$.institutionId} AND t.id = page.id
        ORDER BY page.sort, page.id`;
    },
  }) as never;
}

/** Dense changes fill the page within these: one in ten entries is enough. */
const PAGES_WALKED = 10;

/** To read so many changes takes the server about 2.5 ms. */
const SORTED_AT_MOST = 10_000;
