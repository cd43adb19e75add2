import { leadingRead, type Reader } from '../pg-batch/index.ts';
import { changedKeys } from './changed-page.ts';
import { type Column, instant, uuids } from './column.ts';
import { columnOf, type NameIn } from './columns-of.ts';
import { equalsUnlessNull, limited, type Position, positionIn, rowsWithIds } from './page-query.ts';
import type { ValuesOf } from './parameters.ts';
import { type ResultColumns, type ResultOf, sqlStatement } from './sql-statement.ts';
import { storedName, type Table } from './table.ts';

export type Filter<T extends Table> = NameIn<T> | 'ids' | 'updatedSince';

/** Null for no filter. */
export type FilterValues<T extends Table, F extends string> = {
  readonly [Name in F]:
    | (Name extends 'ids'
        ? readonly string[]
        : Name extends 'updatedSince'
          ? string
          : NonNullable<T['columns'][Name]['value']>)
    | null;
};

export interface FilteredList<T extends Table, R extends ResultColumns, F extends string> {
  /** The SELECT list of a row, of the table under this alias. */
  readonly alias: string;
  readonly columns: string;
  readonly result: R;
  readonly order: NameIn<T>;
  /**
   * Columns that requests may filter by, `ids`, and `updatedSince`. The first that is given leads: the page is found by
   * its index, and those behind it are conditions. So the one that leaves the fewest rows comes first, and each one's
   * index contains the columns of those behind it.
   */
  readonly filters: readonly F[];
}

/**
 * Declares the pages of a table's rows after a position, by `order` and id; the limit is one more than the page holds.
 * There is a statement for each filter that may lead, and one without filters. The function that it returns sends the
 * one of the filters that are given.
 */
export function filteredList<T extends Table, R extends ResultColumns, const F extends Filter<T>>(
  table: T,
  list: FilteredList<T, R, F>,
) {
  const statements = [...list.filters, undefined].map((_, at) => pageOf(table, list, list.filters.slice(at)));
  return leadingRead(list.filters, statements) as (
    db: Reader,
    from: ValuesOf<Position<T['tenant']>>,
    values: FilterValues<T, F>,
  ) => Promise<ResultOf<R>[]>;
}

function pageOf<T extends Table, R extends ResultColumns>(
  table: T,
  { alias, columns, result, order }: FilteredList<T, R, string>,
  [lead, ...others]: readonly string[],
) {
  const tenant = table.tenant as 'tenant';
  const sort = storedName(order);
  const conditions = others.map((name): [string, Column<unknown>] => [name, typeOf(table, name).nullable()]);
  return sqlStatement(table, lead ? `list_by_${storedName(lead)}` : 'list', {
    parameters: {
      ...positionIn(tenant),
      sort: columnOf(table, order),
      ...(lead && { [lead]: typeOf(table, lead) }),
      ...Object.fromEntries(conditions),
    },
    result,
    text: ($) => {
      const value = $ as Readonly<Record<string, string>>;
      const orderOf = (row: string) => `${row}.${sort}, ${row}.id`;
      const meets = (row: string) => conditionsOf(table, others, value, row);
      const behind = (row: string) => `(${orderOf(row)}) > (${$.sort}, ${$.id})`;
      const all = (row: string) => `FROM ${table.name} ${row} WHERE ${row}.${storedName(tenant)} = ${$[tenant]}`;
      const found = (keys: string) => `SELECT found.* FROM (${keys}) AS page
        CROSS JOIN LATERAL (SELECT ${columns} ${all(alias)} AND ${alias}.id = page.id LIMIT 1) AS found
        ORDER BY page.sort, page.id`;
      if (lead === 'ids')
        return `SELECT ${columns} FROM ${rowsWithIds(table, $ as never)} ${alias}
          WHERE ${behind(alias)}${meets(alias)} ORDER BY ${orderOf(alias)} LIMIT ${$.limit}`;
      if (lead === 'updatedSince')
        return found(
          changedKeys({
            $: { ...$, updatedSince: `${value.updatedSince}` },
            behind: `${all('t')} AND ${behind('t')}`,
            order: [`t.${sort}`, 't.id'],
            isShown: `t.updated_at >= ${value.updatedSince}${meets('t')}`,
            changes: all('t'),
            changed: [`t.${sort}`, 't.id', ...others.map((name) => `t.${storedName(name)}`)],
            isAmong: `true${meets('c')}`,
          }),
        );
      const page = (row: string, shown: string) => {
        const ofLead = lead ? ` AND ${row}.${storedName(lead)} = ${value[lead]}` : '';
        const rows = `${all(row)}${ofLead} AND ${behind(row)}${meets(row)}`;
        return limited(`SELECT ${shown} ${rows} ORDER BY ${orderOf(row)}`, $.limit);
      };
      // Rows that are not shown are met in the index alone.
      const isEachShown = others.length === 0 && (!lead || isOrdered(table, [table.tenant, lead, order]));
      return isEachShown ? page(alias, columns) : found(page('t', `t.${sort} AS sort, t.id`));
    },
  });
}

/** The conditions of filters on a row, each met by every row if its value is null. */
export function conditionsOf(
  table: Table,
  filters: readonly string[],
  value: Readonly<Record<string, string>>,
  row: string,
): string {
  return filters
    .map((name) => [name, typeOf(table, name).attributes.type] as const)
    .map(([name, type]) =>
      name === 'updatedSince'
        ? ` AND (${value[name]}::${type} IS NULL OR ${row}.updated_at >= ${value[name]})`
        : ` AND ${equalsUnlessNull(`${row}.${storedName(name)}`, `${value[name]}`, type)}`,
    )
    .join('');
}

/** Whether an index begins with the columns. */
function isOrdered({ indexes = {} }: Table, columns: readonly string[]): boolean {
  return Object.values(indexes).some((index) => 'on' in index && columns.every((name, at) => index.on[at] === name));
}

export function typeOf(table: Table, filter: string): Column<unknown> {
  return filter === 'ids' ? uuids() : filter === 'updatedSince' ? instant() : columnOf(table, filter);
}
