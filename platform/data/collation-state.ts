import type { Reader } from '../../libraries/pg-batch/index.ts';
import { boolean, sqlStatement } from '../../libraries/typed-sql/index.ts';

/**
 * Whether the library that orders texts for a service's database has another version than when its indexes were made:
 * what it orders otherwise, they may not find.
 */
export async function isCollationChanged(db: Reader): Promise<boolean> {
  const [row] = await db.rows(CHANGED, {});
  return row?.isChanged ?? false;
}

const CHANGED = sqlStatement(null, 'collation_changed', {
  parameters: {},
  result: { isChanged: boolean() },
  text: () => `SELECT datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid) AS "isChanged"
     FROM pg_database WHERE datname = current_database()`,
});
