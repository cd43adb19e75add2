import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, type Statement, statement, type Tx } from '../../chassis/db/statement.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import { APPOINTMENT_COLUMNS } from './appointment-columns.ts';

type ImportedRow = AppointmentState & { readonly ref: string };

/** The appointments of those refs, by ref. */
export function findAppointmentsByRef(
  db: Reader,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Map<string, AppointmentState>> {
  return byRef(db, BY_REF, actor, refs);
}

/** The same, locked until the transaction ends. */
export function lockAppointmentsByRef(
  tx: Tx,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Map<string, AppointmentState>> {
  return byRef(tx, LOCK_BY_REF, actor, refs);
}

async function byRef(
  db: Reader,
  read: Statement,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Map<string, AppointmentState>> {
  const rows = await db.rows<ImportedRow>(read, [actor.institutionId, refs]);
  return new Map(rows.map(({ ref, ...state }) => [ref, state]));
}

const FOUND = `SELECT a.ref, ${APPOINTMENT_COLUMNS} FROM appointments a WHERE a.institution_id = $1 AND a.ref = wanted.ref LIMIT 1`;

const BY_REF = statement(
  'appointments_by_ref',
  `SELECT a.* FROM unnest($2::text[]) AS wanted (ref) CROSS JOIN LATERAL (${FOUND}) AS a`,
);

const LOCK_BY_REF = statement(
  'appointments_lock_by_ref',
  `SELECT a.* FROM unnest($2::text[]) AS wanted (ref) CROSS JOIN LATERAL (${FOUND} FOR NO KEY UPDATE) AS a`,
);
