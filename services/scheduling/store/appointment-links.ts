import { sql } from 'kysely';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { uuid } from '../../../platform/data/schema/column.ts';
import { insertRows } from '../../../platform/data/statements/row-statements.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { linksOf } from '../domain/appointment-links.ts';
import { prepare } from './statements.ts';
import { appointmentLinks } from './tables.ts';

/** Adds a new appointment to its lists. */
export function insertLinks(tx: Tx, { institutionId }: TenantActor, appointment: AppointmentState): void {
  tx.write(INSERT, { institutionId, isDeleted: false, rows: linksOf(appointment) });
}

/** Moves an appointment to the lists it now belongs to. */
export function replaceLinks(tx: Tx, actor: TenantActor, appointment: AppointmentState): void {
  tx.write(DELETE, { institutionId: actor.institutionId, appointmentId: appointment.id });
  insertLinks(tx, actor, appointment);
}

/** Hides an appointment from all lists but calendars. */
export function markLinksDeleted(tx: Tx, { institutionId }: TenantActor, appointmentId: string): void {
  tx.write(MARK_DELETED, { institutionId, appointmentId });
}

const INSERT = insertRows(appointmentLinks, { shared: ['institutionId', 'isDeleted'] });

const DELETE = prepare(appointmentLinks, 'delete', { institutionId: uuid(), appointmentId: uuid() }, (db, $) =>
  db
    .deleteFrom('appointment_links')
    .where('institutionId', '=', $.institutionId)
    .where('appointmentId', '=', $.appointmentId),
);

const MARK_DELETED = prepare(
  appointmentLinks,
  'mark_deleted',
  { institutionId: uuid(), appointmentId: uuid() },
  (db, $) =>
    db
      .updateTable('appointment_links')
      .set({ isDeleted: sql`true` })
      .where('institutionId', '=', $.institutionId)
      .where('appointmentId', '=', $.appointmentId),
);
