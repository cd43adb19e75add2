import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { deleteRowsBy, insertRows } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { linksOf } from '../domain/appointment-links.ts';
import { appointmentLinks } from './tables.ts';

/** Adds a new appointment to its lists. */
export function insertLinks(tx: Tx, { institutionId }: TenantActor, appointment: AppointmentState): void {
  tx.write(INSERT, { rows: linksOf(appointment).map((link) => ({ ...link, institutionId, isDeleted: false })) });
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
  tx.write(INSERT, { rows: linksOf(appointment).map((link) => ({ ...link, institutionId, isDeleted: true })) });
}

function deleteLinks(tx: Tx, { institutionId }: TenantActor, appointment: AppointmentState): void {
  tx.write(DELETE, { institutionId, rows: linksOf(appointment).map((link) => ({ ...link, isDeleted: false })) });
}

// One statement for the links of all commands that share a transaction.
const INSERT = insertRows(appointmentLinks, { shared: [], isLast: true });
const DELETE = deleteRowsBy(appointmentLinks, ['kind', 'targetId', 'isDeleted', 'dateTime', 'appointmentId']);
