import type { TenantActor } from '../../chassis/actor.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { APPOINTMENT_COLUMNS } from './appointment-columns.ts';

type ImportedRow = AppointmentState & { readonly ref: string };

/** The appointments of those refs, by ref, locked until the transaction ends. */
export async function lockAppointmentsByRef(
  tx: Tx,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Map<string, AppointmentState>> {
  const rows = await tx.rows<ImportedRow>(LOCK_BY_REF, [actor.institutionId, refs]);
  return new Map(rows.map(({ ref, ...state }) => [ref, state]));
}

const LOCK_BY_REF = statement(
  'appointments_lock_by_ref',
  `SELECT a.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT a.ref, ${APPOINTMENT_COLUMNS} FROM appointments a
       WHERE a.institution_id = $1 AND a.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS a`,
);
