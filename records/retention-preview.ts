import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../platform/calls/caller.ts';
import { AuditService as Curricula } from '../proto/gen/lyceum/curricula/v1/audit_pb.ts';
import { AuditService as Directory } from '../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { type PreviewRetentionRequestSchema, RetentionService } from '../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { AuditService as Identity } from '../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { AuditService as Locations } from '../proto/gen/lyceum/locations/v1/audit_pb.ts';
import { AuditService as Scheduling } from '../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import { AuditService as Timetracking } from '../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { RetentionService as OldRecords } from '../proto/gen/lyceum/timetracking/v1/retention_pb.ts';
import { AuditService as Webhooks } from '../proto/gen/lyceum/webhooks/v1/audit_pb.ts';

/** How much a run of retention would let go. */
export interface RetentionPreview {
  /** The day: `2026-10-05`. */
  readonly on: string;
  readonly people: number;
  readonly notes: number;
  readonly hours: number;
  readonly audit: number;
}

/**
 * Counts what of an institution a run would let go.
 * @param asked the day, by default today, and settings to try
 */
export async function retentionPreview(
  call: Call,
  asked: MessageInitShape<typeof PreviewRetentionRequestSchema>,
): Promise<RetentionPreview> {
  const of = await call(RetentionService.method.previewRetention, asked);
  const { notesBefore, hoursBefore, auditBefore: before, heldIds: exceptUserIds } = of;
  const [{ notes, hours }, audit] = await Promise.all([
    call(OldRecords.method.countOldRecords, {
      ...(notesBefore !== undefined && { notesBefore }),
      ...(hoursBefore !== undefined && { hoursBefore }),
      exceptUserIds,
    }),
    before === undefined ? [] : Promise.all(AUDITS.map((audit) => call(audit, { before }))),
  ]);
  return { on: of.on, people: of.people, notes, hours, audit: audit.reduce((sum, { records }) => sum + records, 0) };
}

const AUDITS = [
  Directory.method.countAuditRecords,
  Identity.method.countAuditRecords,
  Locations.method.countAuditRecords,
  Scheduling.method.countAuditRecords,
  Timetracking.method.countAuditRecords,
  Curricula.method.countAuditRecords,
  Webhooks.method.countAuditRecords,
];
