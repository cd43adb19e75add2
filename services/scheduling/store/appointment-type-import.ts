import type { TenantActor } from '../../chassis/actor.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import { type Entry, type Named, type Stored, withChange } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';

/** What a bundle says of an appointment type, by the names of the columns that keep it. */
export interface AppointmentTypeValues extends Named {
  readonly name: string;
  readonly color: string | null;
}

/** The types of those refs, locked until the transaction ends. */
export function lockTypesByRef(
  tx: Tx,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Stored<AppointmentTypeValues>[]> {
  return tx.rows(BY_REF, [actor.institutionId, refs]);
}

/** Writes what an import changes: two statements at most, none where nothing changes. @param at instant text */
export function writeTypeImport(
  tx: Tx,
  actor: TenantActor,
  entries: readonly Entry<AppointmentTypeValues>[],
  at: string,
): void {
  const rowOf = ({ id, values: { ref, name, color } }: Entry<AppointmentTypeValues>) => [id, ref, name, color];
  writeRows(tx, actor, at, INSERT, withChange(entries, 'create').map(rowOf));
  writeRows(tx, actor, at, UPDATE, withChange(entries, 'update').map(rowOf));
}

const BY_REF = statement(
  'appointment_types_lock_by_ref',
  `SELECT id, ref, name, color FROM appointment_types WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE`,
);

const INSERT = statement(
  'appointment_types_insert',
  `INSERT INTO appointment_types (institution_id, created_at, updated_at, id, ref, name, color)
   SELECT $1, $2, $2, v.* FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS v`,
);

const UPDATE = statement(
  'appointment_types_update',
  `UPDATE appointment_types t SET updated_at = $2, revision = DEFAULT, name = v.name, color = v.color
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS v(id, ref, name, color)
   WHERE t.institution_id = $1 AND t.id = v.id`,
);
