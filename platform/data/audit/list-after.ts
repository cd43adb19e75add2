import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, columnsBut, columnsOf, instant, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { auditLog } from '../platform-tables.ts';
import type { AuditPosition, AuditRecord } from './list-audit-records.ts';

interface After {
  readonly institutionId: string;
  readonly after: AuditPosition;
  /** Instant text: records of before it. */
  readonly before: string;
  readonly limit: number;
}

/** An institution's audit records after a position, the oldest first. */
export function listAfter(db: Reader, { after, ...rest }: After): Promise<AuditRecord[]> {
  return db.rows(AFTER, { ...after, ...rest });
}

const AFTER = sqlStatement(auditLog, 'list_after', {
  parameters: { institutionId: uuid(), recordedAt: instant(), sequence: bigint(), before: instant(), limit: bigint() },
  result: auditLog.columns,
  text: ($) => `SELECT ${columnsOf(auditLog, 'a', columnsBut(auditLog))} FROM audit_log a
   WHERE a.institution_id = ${$.institutionId} AND a.recorded_at < ${$.before}
     AND (a.recorded_at, a.sequence) > (${$.recordedAt}::timestamptz, ${$.sequence}::bigint)
   ORDER BY a.recorded_at, a.sequence LIMIT ${$.limit}`,
});
