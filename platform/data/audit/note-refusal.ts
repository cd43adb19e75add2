import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, json, plainText, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { REFUSED } from '../../core/audit-trail.ts';
import { type AuditedValues, auditLog } from '../platform-tables.ts';

interface Refused {
  readonly institutionId: string;
  /** Instant text. */
  readonly at: string;
  readonly operation: string;
  /** What it was about; nothing of it has changed. */
  readonly resource: string;
  readonly resourceId: string;
  readonly revision: string;
  readonly requestId: string;
  /** A word for the reason, and what else helps. */
  readonly why: { readonly [REFUSED]: string } & AuditedValues;
}

/**
 * Records that somebody who is not known was refused. Anybody can cause that, so an institution has at most
 * {@link AN_HOUR} such records in an hour: those that come then are in the log alone.
 */
export function noteRefusal(tx: Tx, { why, ...refused }: Refused): void {
  tx.write(NOTE, { ...refused, why });
}

const AN_HOUR = 200;

const NOTE = sqlStatement(auditLog, 'note_refusal', {
  writes: true,
  parameters: {
    ...{ institutionId: uuid(), at: instant(), operation: plainText(), resource: plainText(), resourceId: uuid() },
    ...{ revision: uuid(), requestId: text(), why: json<AuditedValues>() },
  },
  result: {},
  text: (
    $,
  ) => `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, version_before,
     version_after, request_id, fields_after)
   SELECT ${$.institutionId}, ${$.at}, 'anonymous', ${$.operation}, ${$.resource}, ${$.resourceId}, ${$.revision},
     ${$.revision}, ${$.requestId}, ${$.why}
   WHERE (SELECT count(*) FROM (SELECT FROM audit_log a WHERE a.institution_id = ${$.institutionId} AND a.actor_id IS NULL
     AND a.version_before = a.version_after
     AND a.recorded_at > ${$.at}::timestamptz - interval '1 hour' AND a.recorded_at <= ${$.at} LIMIT ${AN_HOUR}) AS recent) < ${AN_HOUR}`,
});
