import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import {
  APPOINTMENT_COLUMNS,
  columnsOf,
  WRITTEN_COLUMNS,
  WRITTEN_ROWS,
  type WrittenAppointment,
} from './appointment-columns.ts';

/** The appointment; null when the institution has none of this id, or has deleted it. */
export async function findAppointment(db: Reader, actor: TenantActor, id: string): Promise<AppointmentState | null> {
  return isUuid(id) ? db.point(BY_ID, [actor.institutionId, id]) : null;
}

/** The same, locked until the transaction ends. */
export async function lockAppointment(tx: Tx, actor: TenantActor, id: string): Promise<AppointmentState | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows<AppointmentState>(LOCK, [actor.institutionId, id]);
  return row ?? null;
}

export function insertAppointments(tx: Tx, actor: TenantActor, appointments: readonly WrittenAppointment[]): void {
  if (appointments.length > 0) tx.write(INSERT, [actor.institutionId, ...columnsOf(appointments)]);
}

/** Writes appointments whose rows are locked. Their refs stay. */
export function updateAppointments(tx: Tx, actor: TenantActor, appointments: readonly AppointmentState[]): void {
  if (appointments.length === 0) return;
  tx.write(UPDATE, [actor.institutionId, ...columnsOf(appointments.map((state) => ({ ref: null, state })))]);
}

/** Leaves the appointment, deleted at its last change, to calendars alone. Its ref is free again. */
export function markDeleted(tx: Tx, actor: TenantActor, deleted: AppointmentState): void {
  const { id, sequence, revision, updated_at } = deleted;
  tx.write(MARK_DELETED, [actor.institutionId, id, sequence, revision, updated_at]);
}

const BY_ID = pointRead<AppointmentState>(
  'appointments_by_id',
  `SELECT k.n, ${APPOINTMENT_COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN appointments a ON a.institution_id = k.institution_id AND a.id = k.id
   WHERE a.deleted_at IS NULL`,
);

const LOCK = statement(
  'appointments_lock',
  `SELECT ${APPOINTMENT_COLUMNS} FROM appointments a
   WHERE a.institution_id = $1 AND a.id = $2 AND a.deleted_at IS NULL FOR NO KEY UPDATE`,
);

const INSERT = statement(
  'appointments_insert',
  `INSERT INTO appointments (institution_id, ${WRITTEN_COLUMNS}) SELECT $1, v.* FROM ${WRITTEN_ROWS}`,
);

const UPDATE = statement(
  'appointments_update',
  `UPDATE appointments a SET title = v.title, notes = v.notes, date_time = v.date_time, duration = v.duration, is_online = v.is_online,
     is_hybrid = v.is_hybrid, online_address = v.online_address, address = v.address, address_is_own = v.address_is_own,
     location = v.location, provider = v.provider, layer_ids = v.layer_ids, course_ids = v.course_ids, room_ids = v.room_ids,
     setup_ids = v.setup_ids, organizer_ids = v.organizer_ids, user_ids = v.user_ids, user_group_ids = v.user_group_ids,
     creator_user_id = v.creator_user_id, appointment_type_id = v.appointment_type_id, sequence = v.sequence, revision = v.revision,
     updated_at = v.updated_at
   FROM ${WRITTEN_ROWS}
   WHERE a.institution_id = $1 AND a.id = v.id`,
);

const MARK_DELETED = statement(
  'appointments_mark_deleted',
  `UPDATE appointments SET ref = NULL, sequence = $3, revision = $4, updated_at = $5, deleted_at = $5
   WHERE institution_id = $1 AND id = $2`,
);
