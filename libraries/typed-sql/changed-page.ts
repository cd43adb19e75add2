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

/** Frequent changes, at least one in ten entries, fill the page within these. */
const PAGES_WALKED = 10;

/** Reading and sorting more changes than this takes longer than a scan that meets them. */
const MAX_SORTED = 10_000;
