import type { PreparedRead } from '../pg-batch/index.ts';
import { bigint, type Column, text, uuid } from './column.ts';
import { columnOf, columnsOf, typesOf } from './columns-of.ts';
import type { ValuesOf } from './parameters.ts';
import { type Placeholders, sqlStatement } from './sql-statement.ts';
import { type Columns, type RowOf, storedName, type Table } from './table.ts';

/**
 * The parameters of a page: the tenant, the position after which it begins, and one more than the rows that it holds.
 */
export type Position<Tenant extends string> = {
  readonly [Name in Tenant | 'sort' | 'id']: Column<string>;
} & { readonly limit: Column<number> };

/** `sort` is text here: give it the type of the ORDER BY column. */
export function positionIn<const Tenant extends string>(tenant: Tenant): Position<Tenant> {
  return { [tenant]: uuid(), sort: text(), id: uuid(), limit: bigint() } as never;
}

/**
 * The rows of a table with some ids, for FROM, looked up by their key: `OFFSET 0` keeps the planner from scanning the
 * list in its order, or by another condition, until it has met them.
 */
export function rowsWithIds<Tenant extends string>(
  { name, tenant }: Table<string, Columns, Tenant>,
  $: Placeholders<Position<NoInfer<Tenant>> & { readonly ids: Column<readonly string[]> }>,
): string {
  const ofTenant = ($ as Readonly<Record<string, string>>)[tenant];
  return `(SELECT * FROM ${name} WHERE ${storedName(tenant)} = ${ofTenant} AND id = ANY(${$.ids}) OFFSET 0)`;
}

/** The condition that a column has the value of a parameter, which is met by every row if that is null. */
export function equalsUnlessNull(column: string, value: string, type: string): string {
  return `(${value}::${type} IS NULL OR ${column} = ${value})`;
}

/** One more than the largest page holds. */
const MAX_ROWS = 501;

/**
 * Limits rows in a statement that is planned without its values. The planner takes a limit that it cannot see for a
 * tenth of all rows; for so many, sorting the whole table may look cheaper than reading an index in order. So an inner
 * limit, which the planner sees, bounds the rows to more than any page holds.
 * @param rows selects them, with ORDER BY
 * @param limit the parameter
 */
export function limited(rows: string, limit: string): string {
  return `SELECT * FROM (${rows} LIMIT ${MAX_ROWS}) AS limited LIMIT ${limit}`;
}

/**
 * Declares a page of a table after a position, by `order` and id; its limit is one more than the page holds. Each
 * session plans it once, because planning takes the server longer than reading the page.
 */
export function listRows<T extends Table, const Name extends keyof T['columns'] & string>(
  table: T,
  purpose: string,
  {
    columns,
    order,
    condition,
  }: {
    readonly columns: readonly Name[];
    readonly order: keyof T['columns'] & string;
    /** On the rows `t`, in SQL. */
    readonly condition?: string;
  },
): PreparedRead<ValuesOf<Position<T['tenant']>>, Pick<RowOf<T>, Name>> {
  // The types need a literal.
  const tenant = table.tenant as 'tenant';
  const sort = `t.${storedName(order)}`;
  return sqlStatement(table, purpose, {
    parameters: { ...positionIn(tenant), sort: columnOf(table, order) },
    result: typesOf(table, columns),
    text: ($) =>
      limited(
        `SELECT ${columnsOf(table, 't', columns)} FROM ${table.name} t
       WHERE t.${storedName(tenant)} = ${$[tenant]} ${condition === undefined ? '' : `AND ${condition} `}AND (${sort}, t.id) > (${$.sort}, ${$.id}) ORDER BY ${sort}, t.id`,
        $.limit,
      ),
  }) as never;
}
