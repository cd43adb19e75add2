import type { TenantActor } from '../../../platform/core/actor.ts';
import { uuid } from '../../../platform/data/schema/column.ts';
import { insertRows } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { linksOf } from '../domain/appointment-links.ts';
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

const DELETE = sqlStatement(appointmentLinks, 'delete', {
  parameters: { institutionId: uuid(), appointmentId: uuid() },
  result: {},
  text: ($) => `DELETE FROM appointment_links
   WHERE institution_id = ${$.institutionId} AND appointment_id = ${$.appointmentId}`,
});

const MARK_DELETED = sqlStatement(appointmentLinks, 'mark_deleted', {
  parameters: { institutionId: uuid(), appointmentId: uuid() },
  result: {},
  text: ($) => `UPDATE appointment_links SET is_deleted = true
   WHERE institution_id = ${$.institutionId} AND appointment_id = ${$.appointmentId}`,
});
