import type { Compilable, Expression, ExpressionBuilder, Kysely, RawBuilder, SqlBool } from 'kysely';
import { bigint, text, uuid } from '../schema/column.ts';
import type { RowOf, Table } from '../schema/table.ts';
import type { ParameterTypes } from './parameters.ts';

export type NoParameters = Readonly<Record<never, never>>;

/** The position where a page begins; `sort` has the type of the ORDER BY column. */
export const POSITION = { institutionId: uuid(), sort: text(), id: uuid(), limit: bigint() };

export interface Page<T extends Table, Name extends keyof T['columns'] & string, P extends ParameterTypes> {
  readonly columns: readonly Name[];
  /** The column to order by, before the id. */
  readonly order: keyof T['columns'] & string;
  /** Parameters beside those of the position. */
  readonly parameters?: P;
  /** An additional condition on a row `t`. */
  readonly where?: (
    eb: ExpressionBuilder<{ readonly t: RowOf<T> }, 't'>,
    $: { readonly [Parameter in keyof P]: RawBuilder<P[Parameter]['value']> },
  ) => Expression<SqlBool>;
}

type Rows = Readonly<Record<string, unknown>>;

/** A page of a table after a position, by `order` and id. */
export function pageQuery(
  db: Kysely<Record<string, Rows>>,
  table: Table,
  { columns, order, where }: Page<Table, string, ParameterTypes>,
  $: { readonly [Parameter in keyof typeof POSITION]: RawBuilder<unknown> },
): Compilable<object> {
  const rows = db
    .selectFrom(`${table.name} as t`)
    .select(columns.map((name) => `t.${name}`))
    .where('t.institutionId', '=', $.institutionId)
    .where((eb) => eb(eb.refTuple(`t.${order}`, 't.id'), '>', eb.tuple($.sort, $.id)))
    .orderBy(`t.${order}`)
    .orderBy('t.id')
    .limit($.limit as RawBuilder<number>);
  return where ? rows.where((eb) => where(eb as never, $ as never)) : rows;
}
