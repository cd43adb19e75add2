import type { TenantActor } from '../../chassis/actor.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { linksOf } from '../domain/appointment-links.ts';

/** Lets lists find new appointments. */
export function insertLinks(tx: Tx, actor: TenantActor, appointments: readonly AppointmentState[]): void {
  const links = appointments.flatMap(linksOf);
  if (links.length === 0) return;
  tx.write(INSERT, [
    actor.institutionId,
    links.map(({ appointmentId }) => appointmentId),
    links.map(({ kind }) => kind),
    links.map(({ targetId }) => targetId),
    links.map(({ dateTime }) => dateTime),
  ]);
}

/** Lets lists find appointments where they are now, and nowhere else. */
export function replaceLinks(tx: Tx, actor: TenantActor, appointments: readonly AppointmentState[]): void {
  if (appointments.length === 0) return;
  tx.write(DELETE, [actor.institutionId, appointments.map(({ id }) => id)]);
  insertLinks(tx, actor, appointments);
}

/** Hides an appointment from all lists but calendars. */
export function markLinksDeleted(tx: Tx, actor: TenantActor, appointmentId: string): void {
  tx.write(MARK_DELETED, [actor.institutionId, appointmentId]);
}

const INSERT = statement(
  'appointment_links_insert',
  `INSERT INTO appointment_links (institution_id, appointment_id, kind, target_id, date_time, is_deleted)
   SELECT $1, v.*, false FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[]) AS v`,
);

const DELETE = statement(
  'appointment_links_delete',
  'DELETE FROM appointment_links WHERE institution_id = $1 AND appointment_id = ANY($2::uuid[])',
);

const MARK_DELETED = statement(
  'appointment_links_mark_deleted',
  'UPDATE appointment_links SET is_deleted = true WHERE institution_id = $1 AND appointment_id = $2',
);
