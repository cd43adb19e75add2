import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  columnsBut,
  columnsOf,
  deleteRows,
  findBy,
  insertRow,
  instant,
  lockRow,
  type RowOf,
  sqlStatement,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { STANDING_STILL, standsStill } from '../../../platform/data/standstill/fence.ts';
import type { Progress } from '../domain/audit-stream.ts';
import { auditStreamPositions, auditStreams } from './audit-stream-tables.ts';

export type AuditStreamRow = RowOf<typeof auditStreams>;
export type AuditStreamPosition = RowOf<typeof auditStreamPositions>;
interface Tenant {
  readonly institutionId: string;
}

export function findStream(db: Reader, { institutionId }: Tenant): Promise<AuditStreamRow | null> {
  return db.point(BY_INSTITUTION, { institutionId });
}

export function findPosition(db: Reader, { institutionId }: Tenant): Promise<AuditStreamPosition | null> {
  return db.point(POSITION, { institutionId });
}

/** The stream, locked until the transaction ends. Whoever locks its position, too, locks that second. */
export async function lockStream(tx: Tx, { institutionId }: Tenant): Promise<AuditStreamRow | undefined> {
  return (await tx.rows(LOCK, { institutionId }))[0];
}

export function insertStream(tx: Tx, stream: AuditStreamRow): void {
  tx.write(INSERT, stream);
}

/** Writes a stream that is locked. */
export function updateStream(tx: Tx, stream: AuditStreamRow): void {
  tx.write(UPDATE, stream);
}

/** Removes a stream that is locked, and how far it has come. */
export function deleteStream(tx: Tx, { institutionId, id }: AuditStreamRow): void {
  tx.write(DELETE, { institutionId, ids: [id] });
  tx.write(FORGET, { institutionId });
}

/** Lets a stream go on at a place, whatever a worker is doing with it: what that writes then counts no more. */
export function writePosition(tx: Tx, { institutionId }: Tenant, progress: Progress): void {
  tx.write(PLACE, { institutionId, ...stored(progress) });
}

/** How long a worker may take for a batch: reading and sending both have far shorter timeouts. */
const LEASE = "interval '60 seconds'";
const LEASE_END = `clock_timestamp() + ${LEASE}`;

export type LeasedStream = RowOf<typeof auditStreamPositions>;

/**
 * Leases due streams, those that have waited longest first: some whose receivers accept, and some that fail. Leaves out
 * those of institutions that stand still.
 */
export function leaseStreams(
  tx: Tx,
  request: { readonly lease: string; readonly now: string; readonly accepting: number; readonly failing: number },
): Promise<LeasedStream[]> {
  return tx.rows(LEASE_DUE, request);
}

/**
 * Writes what has become of a leased stream's batch. @param keeps whether the worker wants to go on with it
 * @returns whether it may: not while the institution stands still; `lost` if the lease has ended, or the stream was
 *   changed meanwhile: then nothing was written
 */
export async function settleStream(
  tx: Tx,
  { institutionId, lease }: { readonly institutionId: string; readonly lease: string },
  progress: Progress,
  keeps: boolean,
): Promise<boolean | 'lost'> {
  const [settled] = await tx.rows(SETTLE, { institutionId, lease, keeps, ...stored(progress) });
  return settled ? settled.isKept : 'lost';
}

/** Progress as its row has it. */
function stored({ failingSince, acceptedAt, dueAt, ...rest }: Progress) {
  return { ...rest, failingSince: textOf(failingSince), acceptedAt: textOf(acceptedAt), dueAt: textOf(dueAt) };
}

/** The progress that a row has. */
export function progressOf(row: AuditStreamPosition): Progress {
  const { cursor, batchSize, failures, fault, failingSince, acceptedAt, dueAt } = row;
  const instants = { failingSince: msOf(failingSince), acceptedAt: msOf(acceptedAt), dueAt: msOf(dueAt) };
  return { cursor, batchSize, failures, fault, ...instants };
}

const textOf = (ms: number | null) => (ms === null ? null : toInstantText(ms));
const msOf = (text: string | null) => (text === null ? null : fromInstantText(text));

const ALL = columnsBut(auditStreams);
const BY_INSTITUTION = findBy(auditStreams, ['institutionId'], ALL);
const LOCK = lockRow(auditStreams, ['institutionId'], ALL);
const INSERT = insertRow(auditStreams);
const UPDATE = updateRow(auditStreams);
const DELETE = deleteRows(auditStreams);
const POSITION = findBy(auditStreamPositions, ['institutionId'], columnsBut(auditStreamPositions));

const FORGET = sqlStatement(auditStreamPositions, 'forget', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({ institutionId }) => `DELETE FROM audit_stream_positions WHERE institution_id = ${institutionId}`,
});

const PROGRESS = ['cursor', 'batchSize', 'failures', 'failingSince', 'fault', 'acceptedAt', 'dueAt'] as const;
const VALUES = typesOf(auditStreamPositions, PROGRESS);

const PLACE = sqlStatement(auditStreamPositions, 'place', {
  writes: true,
  parameters: { institutionId: uuid(), ...VALUES },
  result: {},
  text: (
    $,
  ) => `INSERT INTO audit_stream_positions AS p (institution_id, cursor, batch_size, failures, failing_since, fault, accepted_at, due_at)
   VALUES (${$.institutionId}, ${$.cursor}, ${$.batchSize}, ${$.failures}, ${$.failingSince}, ${$.fault}, ${$.acceptedAt}, ${$.dueAt})
   ON CONFLICT (institution_id) DO UPDATE SET cursor = excluded.cursor, batch_size = excluded.batch_size,
     failures = excluded.failures, failing_since = excluded.failing_since, fault = excluded.fault,
     accepted_at = excluded.accepted_at, due_at = excluded.due_at, lease = NULL, leased_until = NULL`,
});

const SETTLE = sqlStatement(auditStreamPositions, 'settle', {
  writes: true,
  parameters: { institutionId: uuid(), lease: uuid(), keeps: boolean(), ...VALUES },
  result: { isKept: boolean() },
  text: (
    $,
  ) => `UPDATE audit_stream_positions p SET cursor = ${$.cursor}, batch_size = ${$.batchSize}, failures = ${$.failures},
     failing_since = ${$.failingSince}, fault = ${$.fault}, accepted_at = ${$.acceptedAt}, due_at = ${$.dueAt},
     lease = CASE WHEN may.keep THEN p.lease END, leased_until = CASE WHEN may.keep THEN ${LEASE_END} END
   FROM (SELECT ${$.keeps} AND NOT ${standsStill($.institutionId)} AS keep) AS may
   WHERE p.institution_id = ${$.institutionId} AND p.lease = ${$.lease} AND p.leased_until > clock_timestamp()
   RETURNING p.lease IS NOT NULL AS "isKept"`,
});

const dueOf = (kind: string, now: string, limit: string) => `SELECT q.ctid FROM audit_stream_positions q
     WHERE q.due_at <= ${now} AND ${kind} AND (q.lease IS NULL OR q.leased_until <= clock_timestamp())
       AND EXISTS (SELECT FROM audit_streams s WHERE s.institution_id = q.institution_id AND s.paused_by IS NULL)
       AND q.institution_id <> ALL (${STANDING_STILL})
     ORDER BY q.due_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`;

const LEASE_DUE = sqlStatement(auditStreamPositions, 'lease', {
  writes: true,
  parameters: { lease: uuid(), now: instant(), accepting: bigint(), failing: bigint() },
  result: auditStreamPositions.columns,
  text: ($) => `UPDATE audit_stream_positions p SET lease = ${$.lease}, leased_until = ${LEASE_END}
   WHERE p.ctid = ANY (ARRAY(${dueOf('q.failures = 0', $.now, $.accepting)}))
     OR p.ctid = ANY (ARRAY(${dueOf('q.failures > 0', $.now, $.failing)}))
   RETURNING ${columnsOf(auditStreamPositions, 'p', columnsBut(auditStreamPositions))}`,
});
