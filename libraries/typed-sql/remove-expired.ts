import type { Prepared } from '../pg-batch/index.ts';
import { bigint, instant, integer } from './column.ts';
import type { NameIn } from './columns-of.ts';
import { sqlStatement } from './sql-statement.ts';
import { storedName, type Table } from './table.ts';

/**
 * DELETE of about `limit` rows whose time, in an indexed column, was at or before an instant; returns a row for each.
 * The subquery starts with the oldest row, so that it ends at once when nothing is due: the order keeps the planner from
 * scanning the table. A `ctid` is unique only within one partition or shard, so the condition stands next to it as well.
 */
export function removeExpired<T extends Table>(
  table: T,
  column: NameIn<T>,
): Prepared<{ readonly before: string; readonly limit: number }, object> {
  const time = storedName(column);
  return sqlStatement(table, 'remove_expired', {
    writes: true,
    parameters: { before: instant(), limit: bigint() },
    result: { removed: integer() },
    text: ({ before, limit }) => `DELETE FROM ${table.name} WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM ${table.name} WHERE ${time} <= ${before} ORDER BY ${time} LIMIT ${limit}))
     AND ${time} <= ${before} RETURNING 1 AS removed`,
  });
}
