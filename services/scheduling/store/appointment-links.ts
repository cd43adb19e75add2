import { sql } from 'kysely';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { uuid, uuids } from '../../../platform/data/schema/column.ts';
import { insertRows } from '../../../platform/data/statements/row-statements.ts';
import { anyOf } from '../../../platform/data/statements/statements-of.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { linksOf } from '../domain/appointment-links.ts';
import { prepare } from './statements.ts';
import { appointmentLinks } from './tables.ts';

/** Lets lists find new appointments. */
export function insertLinks(tx: Tx, { institutionId }: TenantActor, appointments: readonly AppointmentState[]): void {
  tx.write(INSERT, { institutionId, isDeleted: false, rows: appointments.flatMap(linksOf) });
}

/** Lets lists find appointments where they are now, and nowhere else. */
export function replaceLinks(tx: Tx, actor: TenantActor, appointments: readonly AppointmentState[]): void {
  if (appointments.length === 0) return;
  tx.write(DELETE, { institutionId: actor.institutionId, appointmentIds: appointments.map(({ id }) => id) });
  insertLinks(tx, actor, appointments);
}

/** Hides an appointment from all lists but calendars. */
export function markLinksDeleted(tx: Tx, { institutionId }: TenantActor, appointmentId: string): void {
  tx.write(MARK_DELETED, { institutionId, appointmentId });
}

const INSERT = insertRows(appointmentLinks, { shared: ['institutionId', 'isDeleted'] });

const DELETE = prepare(appointmentLinks, 'delete', { institutionId: uuid(), appointmentIds: uuids() }, (db, $) =>
  db
    .deleteFrom('appointment_links')
    .where('institutionId', '=', $.institutionId)
    .where('appointmentId', '=', anyOf($.appointmentIds)),
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
