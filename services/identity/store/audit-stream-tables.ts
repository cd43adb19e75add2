import { bytes, instant, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { StreamKind } from '../domain/audit-stream.ts';

/** Where the audit records of each institution go. */
export const auditStreams = table('audit_streams', {
  audited: { resource: 'audit_stream', values: ['kind', 'url', 'pausedBy'] },
  whose: 'nobody',
  columns: {
    ...identified,
    kind: text<StreamKind>().says('nothing').check("kind IN ('https', 'splunk_hec', 'otlp_http')"),
    url: text().says('text'),
    keyId: text().says('nothing'),
    sealed: bytes().says('credential').sealed('institutionId', 'id'),
    /** Why nothing is sent until somebody resumes it; null while it is sent. */
    pausedBy: plainText().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing'),
  },
  primaryKey: ['institutionId'],
});

/**
 * How far each stream has come. Apart, since each batch changes it: a change of an audited table would make the next
 * batch. Without a stream, a row means nothing.
 */
export const auditStreamPositions = table('audit_stream_positions', {
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    /** The last record that was accepted, or the instant at which it begins: see `readTrail`. */
    cursor: plainText().says('nothing'),
    /** The most records of a batch: fewer after one that was too large for the receiver. */
    batchSize: integer().says('nothing'),
    /** Since the last batch that was accepted. */
    failures: integer().says('nothing'),
    failingSince: instant().says('nothing').nullable(),
    fault: plainText().says('nothing').nullable(),
    acceptedAt: instant().says('nothing').nullable(),
    /** When to send next; null while it is paused. */
    dueAt: instant().says('nothing').nullable(),
    /** Which worker sends it, and until when no other may. */
    lease: uuid().says('nothing').nullable(),
    leasedUntil: instant().says('nothing').nullable(),
  },
  primaryKey: ['institutionId'],
  indexes: { audit_stream_positions_due: { on: ['dueAt'], where: 'due_at IS NOT NULL' } },
});
