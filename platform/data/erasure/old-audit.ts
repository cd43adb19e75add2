import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { auditLog } from '../platform-tables.ts';
import { auditCuts } from './applied-erasures-table.ts';

interface Old {
  readonly institutionId: string;
  /** Instant text. */
  readonly before: string;
}

/** How many audit records of an institution are older than an instant. */
export async function countOldAudit(db: Reader, old: Old): Promise<number> {
  return (await db.rows(COUNT, old))[0]?.records ?? 0;
}

/** Removes some of them. @returns whether those were the last */
export async function removeOldAudit(tx: Tx, old: Old): Promise<boolean> {
  tx.write(CUT, old);
  return (await tx.rows(REMOVE, { ...old, limit: RECORDS_PER_STEP })).length < RECORDS_PER_STEP;
}

const RECORDS_PER_STEP = 500;
const OLD = { institutionId: uuid(), before: instant() };

const COUNT = sqlStatement(auditLog, 'count_old', {
  parameters: OLD,
  result: { records: integer() },
  text: ($) => `SELECT count(*)::int AS records FROM audit_log a
   WHERE a.institution_id = ${$.institutionId} AND a.recorded_at < ${$.before}`,
});

const CUT = sqlStatement(auditCuts, 'note', {
  writes: true,
  parameters: OLD,
  result: {},
  text: ($) => `INSERT INTO audit_cuts AS c (institution_id, before) VALUES (${$.institutionId}, ${$.before})
   ON CONFLICT (institution_id) DO UPDATE SET before = greatest(c.before, excluded.before)`,
});

const REMOVE = sqlStatement(auditLog, 'remove_old', {
  writes: true,
  parameters: { ...OLD, limit: bigint() },
  result: { sequence: bigint() },
  text: ($) => `DELETE FROM audit_log a USING (SELECT l.recorded_at, l.sequence FROM audit_log l
     WHERE l.institution_id = ${$.institutionId} AND l.recorded_at < ${$.before}
     ORDER BY l.recorded_at, l.sequence LIMIT ${$.limit}) old
   WHERE a.institution_id = ${$.institutionId} AND a.recorded_at = old.recorded_at AND a.sequence = old.sequence
   RETURNING a.sequence`,
});
