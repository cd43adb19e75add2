import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { positional } from './positional.ts';
import type { Probe } from './start-probe.ts';

const INSERT = positional('note_insert', 'INSERT INTO notes (institution_id, id, title) VALUES ($1, $2, $3)');

/** Writes a note. A duplicate title in the institution is NOTE_TITLE_TAKEN. */
export function insertNote(tx: Tx, institutionId: string, title: string = systemIds.newId()): void {
  tx.write(INSERT, [institutionId, systemIds.newId(), title]);
}

/** The number of an institution's rows in the probe's database. */
export interface Stored {
  readonly notes: number;
  /** In the outbox. */
  readonly events: number;
  /** Idempotency records. */
  readonly keys: number;
}

export async function storedOf(probe: Probe, institutionId: string): Promise<Stored | undefined> {
  const [stored] = await probe.sql<Stored>(
    `SELECT (SELECT count(*)::int FROM notes WHERE institution_id = $1) AS notes,
       (SELECT count(*)::int FROM outbox WHERE institution_id = $1) AS events,
       (SELECT count(*)::int FROM idempotency_keys WHERE institution_id = $1) AS keys`,
    [institutionId],
  );
  return stored;
}
