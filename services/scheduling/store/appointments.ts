import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  deleteRowsBy,
  insertRow,
  insertRows,
  instant,
  integer,
  sqlPointRead,
  sqlStatement,
  sqlUpdate,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  type Appointment,
  AppointmentLayerSchema,
  AppointmentSchema,
  RoomBookingSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { linksOf } from '../domain/appointment-links.ts';
import { APPOINTMENT, appointmentColumns } from './appointment-columns.ts';
import { appointmentTypeMessage } from './appointment-types.ts';
import { appointmentLinks, appointments } from './tables.ts';

/** The appointment; null if the institution has none with this id, or has deleted it. */
export async function findAppointment(
  db: Reader,
  { institutionId }: TenantActor,
  id: string,
): Promise<AppointmentState | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId, id }) : null;
}

/** The same, locked until the transaction ends. */
export async function lockAppointment(
  tx: Tx,
  { institutionId }: TenantActor,
  id: string,
): Promise<AppointmentState | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId, id });
  return row ?? null;
}

export function insertAppointment(tx: Tx, { institutionId }: TenantActor, created: AppointmentState): void {
  tx.write(INSERT, { institutionId, ...rowOf(created) });
}

/** Writes an appointment whose row is locked. */
export function updateAppointment(tx: Tx, { institutionId }: TenantActor, changed: AppointmentState): void {
  tx.write(UPDATE, { institutionId, ...rowOf(changed) });
}

/** Hides the appointment, deleted at its last change, from everything but calendars. Its ref is free again. */
export function markDeleted(tx: Tx, { institutionId }: TenantActor, deleted: AppointmentState): void {
  const { id, sequence, revision, updatedAt } = deleted;
  tx.write(MARK_DELETED, { institutionId, id, sequence, revision, deletedAt: updatedAt });
}

/** An appointment as a message. */
export function appointmentMessage(state: AppointmentState): Appointment {
  return writeMessage({
    ...state,
    rooms: state.roomIds.map((roomId, index) => writeBooking({ roomId, setupId: state.setupIds[index] ?? null })),
    layers: state.layerIds.map((layerId, index) => writeLayer({ layerId, courseId: state.courseIds[index] ?? '' })),
    appointmentType: state.appointmentType ? appointmentTypeMessage(state.appointmentType) : null,
    series: null,
    courseIds: [],
    appointmentTypeId: null,
  });
}

const writeMessage = messageWriter(AppointmentSchema);
const writeBooking = messageWriter(RoomBookingSchema);
const writeLayer = messageWriter(AppointmentLayerSchema);

function rowOf(state: AppointmentState) {
  return { ...state, appointmentTypeId: state.appointmentType?.id ?? null };
}

const BY_ID = sqlPointRead(appointments, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: APPOINTMENT,
  text: `SELECT ${appointmentColumns()} FROM appointments a
   WHERE a.institution_id = k.institution_id AND a.id = k.id AND a.deleted_at IS NULL`,
});

const LOCK = sqlStatement(appointments, 'lock', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid() },
  result: APPOINTMENT,
  text: ($) => `SELECT ${appointmentColumns()} FROM appointments a
   WHERE a.institution_id = ${$.institutionId} AND a.id = ${$.id} AND a.deleted_at IS NULL FOR NO KEY UPDATE`,
});

const INSERT = insertRow(appointments, { leave: ['ref', 'deletedAt'] });
const UPDATE = updateRow(appointments, { keep: ['ref', 'createdAt', 'deletedAt'] });

const MARK_DELETED = sqlUpdate(appointments, 'mark_deleted', {
  parameters: { institutionId: uuid(), id: uuid(), sequence: integer(), revision: uuid(), deletedAt: instant() },
  text: ($) => `UPDATE appointments SET ref = NULL, sequence = ${$.sequence}, revision = ${$.revision},
     updated_at = greatest(updated_at, ${$.deletedAt}), deleted_at = ${$.deletedAt}
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});

/** Adds a new appointment to its lists. */
export function insertLinks(tx: Tx, { institutionId }: TenantActor, appointment: AppointmentState): void {
  tx.write(INSERT_LINKS, { rows: linksOf(appointment).map((link) => ({ ...link, institutionId, isDeleted: false })) });
}

/** Moves an appointment from the lists it belonged to to those it now belongs to. */
export function replaceLinks(tx: Tx, actor: TenantActor, before: AppointmentState, after: AppointmentState): void {
  deleteLinks(tx, actor, before);
  insertLinks(tx, actor, after);
}

/** Hides an appointment from all lists but calendars. */
export function markLinksDeleted(tx: Tx, actor: TenantActor, appointment: AppointmentState): void {
  deleteLinks(tx, actor, appointment);
  const { institutionId } = actor;
  tx.write(INSERT_LINKS, { rows: linksOf(appointment).map((link) => ({ ...link, institutionId, isDeleted: true })) });
}

function deleteLinks(tx: Tx, { institutionId }: TenantActor, appointment: AppointmentState): void {
  tx.write(DELETE_LINKS, { institutionId, rows: linksOf(appointment).map((link) => ({ ...link, isDeleted: false })) });
}

// One statement for the links of all commands that share a transaction.
const INSERT_LINKS = insertRows(appointmentLinks, { shared: [], isLast: true });
const DELETE_LINKS = deleteRowsBy(appointmentLinks, ['kind', 'targetId', 'isDeleted', 'dateTime', 'appointmentId']);

/** Removes appointments that were deleted long ago, with their links. See the platform's Expiry. */
export const REMOVE_TOMBSTONES = sqlStatement(appointments, 'remove_tombstones', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  recording: 'expired',
  text: ({ before, limit }) => `WITH gone AS (
     DELETE FROM appointments WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM appointments WHERE deleted_at <= ${before} ORDER BY deleted_at LIMIT ${limit}))
     AND deleted_at <= ${before} RETURNING institution_id, id, date_time, course_ids, room_ids, organizer_ids, user_ids, user_group_ids),
   links AS (
     DELETE FROM appointment_links l USING gone g CROSS JOIN LATERAL (
       SELECT 'course', unnest(g.course_ids) UNION ALL SELECT 'room', unnest(g.room_ids)
       UNION ALL SELECT 'organizer', unnest(g.organizer_ids) UNION ALL SELECT 'user', unnest(g.user_ids)
       UNION ALL SELECT 'group', unnest(g.user_group_ids)) AS t(kind, target_id)
     WHERE l.institution_id = g.institution_id AND l.kind = t.kind AND l.target_id = t.target_id AND l.is_deleted
       AND l.date_time = g.date_time AND l.appointment_id = g.id)
   SELECT 1 AS removed FROM gone`,
});
