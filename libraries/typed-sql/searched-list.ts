import { leadingRead, type Reader } from '../pg-batch/index.ts';
import { bigint, boolean, type Column, integer, text } from './column.ts';
import { columnOf, type NameIn } from './columns-of.ts';
import { conditionsOf, type Filter, type FilteredList, type FilterValues, typeOf } from './filtered-list.ts';
import { type Position, positionIn, rowsWithIds } from './page-query.ts';
import type { ValuesOf } from './parameters.ts';
import { containing, MAX_LOOKED_AT } from './search.ts';
import { type ResultColumns, type ResultOf, sqlStatement } from './sql-statement.ts';
import { storedName, type Table } from './table.ts';

/** The rows that a search has found, and where it goes on; null if nothing is left to look at. */
export interface FoundPage<Row> {
  readonly rows: Row[];
  readonly end: { readonly sort: string; readonly id: string } | null;
}

/** Matches, and the last row that a statement has looked at, each with its number in the order of the list. */
type Seen<Row> = Row & { readonly id: string; readonly isMatch: boolean; readonly nth: number };

/** The columns of {@link Seen}, beside those of the row. */
export const SEEN = { isMatch: boolean(), nth: integer() };

/**
 * Declares the same pages as {@link filteredList} of the rows that contain a text, under filters of the same names. A
 * page looks at `atMost` rows of the filter that leads, or of the list, so that it may have few rows, or none, although
 * others follow. Many rows may have changed since an instant: `updatedSince` never leads.
 * @param isMatch whether a row has the pattern, in SQL
 */
export function searchedList<T extends Table, R extends ResultColumns, const F extends Filter<T>>(
  table: T,
  list: FilteredList<T, R, F>,
  isMatch: (row: string, pattern: string) => string,
) {
  const leads = list.filters.filter((name) => name !== 'updatedSince');
  const statements = [...leads, undefined].map((lead, at) =>
    pageOf(
      table,
      list,
      isMatch,
      lead,
      ['updatedSince', ...leads.slice(at + 1)].filter((name) => list.filters.includes(name as F)),
    ),
  );
  const read = leadingRead(leads, statements);
  return async (
    db: Reader,
    from: ValuesOf<Position<T['tenant']>>,
    values: FilterValues<T, F>,
    searched: string,
    atMost = MAX_LOOKED_AT,
  ): Promise<FoundPage<ResultOf<R>>> => {
    const rows = await read(db, { ...from, pattern: containing(searched), atMost }, values);
    return foundPage(rows as Seen<ResultOf<R>>[], list.order as never, from.limit, atMost);
  };
}

/** The page of a statement that ends with one match more than the page holds, or after `atMost` rows. */
export function foundPage<Row>(
  seen: readonly Seen<Row>[],
  order: keyof Row,
  limit: number,
  atMost: number,
): FoundPage<Row> {
  const rows = seen.filter(({ isMatch }) => isMatch).slice(0, limit - 1);
  const end = seen.at(-1);
  const isOver = !end || (seen.length < limit && end.nth < atMost);
  const last = seen.length === limit ? rows.at(-1) : end;
  return { rows, end: isOver || !last ? null : { sort: String(last[order]), id: last.id } };
}

function pageOf<T extends Table, R extends ResultColumns>(
  table: T,
  { alias, columns, result, order }: FilteredList<T, R, string>,
  isMatch: (row: string, pattern: string) => string,
  lead: string | undefined,
  conditions: readonly string[],
) {
  const tenant = table.tenant as 'tenant';
  const orderOf = (row: string) => `${row}.${storedName(order)}, ${row}.id`;
  const ordered = orderOf('t');
  return sqlStatement(table, lead ? `search_by_${storedName(lead)}` : 'search_list', {
    parameters: {
      ...positionIn(tenant),
      sort: columnOf(table, order as NameIn<T>),
      pattern: text(),
      atMost: bigint(),
      ...(lead && { [lead]: typeOf(table, lead) }),
      ...Object.fromEntries(
        conditions.map((name): [string, Column<unknown>] => [name, typeOf(table, name).nullable()]),
      ),
    },
    result: { ...result, ...SEEN } as R & typeof SEEN,
    text: ($) => {
      const value = $ as Readonly<Record<string, string>>;
      const rows = lead === 'ids' ? rowsWithIds(table, $ as never) : table.name;
      const ofLead = lead && lead !== 'ids' ? ` AND t.${storedName(lead)} = ${value[lead]}` : '';
      // In the order that the planner knows the rows to have, so that it stops with the page.
      return `SELECT ${columns}, ${alias}.is_match AS "isMatch", ${alias}.nth::integer FROM (
        SELECT t.*, coalesce((${isMatch('t', `${value.pattern}`)})${conditionsOf(table, conditions, value, 't')}, false) AS is_match
        FROM (SELECT t.*, row_number() OVER (ORDER BY ${ordered}) AS nth FROM (SELECT t.* FROM ${rows} t
          WHERE t.${storedName(tenant)} = ${$[tenant]}${ofLead} AND (${ordered}) > (${$.sort}, ${$.id})
          ORDER BY ${ordered} LIMIT ${MAX_LOOKED_AT}) AS t LIMIT ${value.atMost}) AS t) AS ${alias}
      WHERE ${alias}.is_match OR ${alias}.nth = ${value.atMost} ORDER BY ${orderOf(alias)} LIMIT ${$.limit}`;
    },
  });
}
