import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, changeRows, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { appointments } from './tables.ts';

export const NOTES_PER_STEP = 500;

/** Takes the notes of appointments that a person alone organizes, also of deleted ones. @returns how many it has taken */
export async function eraseNotes(
  tx: Tx,
  person: { readonly institutionId: string; readonly userId: string },
  newId: () => string,
): Promise<number> {
  const found = await tx.rows(LOCK_NOTES, { ...person, limit: NOTES_PER_STEP });
  const rows = found.map(({ id }) => ({ id, revision: newId() }));
  tx.write(ERASE_NOTES, { institutionId: person.institutionId, notes: null, rows });
  return rows.length;
}

const LOCK_NOTES = sqlStatement(appointments, 'lock_notes', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), limit: bigint() },
  result: { id: uuid() },
  text: ($) => `SELECT a.id FROM appointments a
   WHERE a.institution_id = ${$.institutionId} AND a.id = ANY(ARRAY(SELECT l.appointment_id FROM appointment_links l
       WHERE l.institution_id = ${$.institutionId} AND l.kind = 'organizer' AND l.target_id = ${$.userId}))
     AND a.notes IS NOT NULL AND a.organizer_ids = ARRAY[${$.userId}::uuid]
   ORDER BY a.id LIMIT ${$.limit} FOR NO KEY UPDATE`,
});

const ERASE_NOTES = changeRows(appointments, 'erase_notes', { shared: ['institutionId', 'notes'], set: ['revision'] });
