import type { TenantActor } from '../../../platform/core/actor.ts';
import { text, uuid } from '../../../platform/data/schema/column.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { APPOINTMENT, appointmentColumns } from './appointment-columns.ts';
import { appointments } from './tables.ts';

/** The appointments of those refs, by ref, locked until the transaction ends. */
export async function lockAppointmentsByRef(
  tx: Tx,
  { institutionId }: TenantActor,
  refs: readonly string[],
): Promise<Map<string, AppointmentState>> {
  const rows = await tx.rows(LOCK_BY_REF, { institutionId, refs });
  return new Map(rows.map((row) => [row.ref, row]));
}

const LOCK_BY_REF = sqlStatement(appointments, 'lock_by_ref', {
  parameters: { institutionId: uuid(), refs: text().array() },
  result: { ref: text(), ...APPOINTMENT },
  text: ($) => `SELECT v.* FROM unnest(${$.refs}) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT a.ref, ${appointmentColumns()} FROM appointments a
       WHERE a.institution_id = ${$.institutionId} AND a.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v`,
});
