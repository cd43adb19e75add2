import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Ids } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockJournal } from '../../../platform/data/erasure/applied-erasures.ts';
import type { ErasureJournal } from '../../../platform/data/erasure/journal.ts';
import { hoursKeptFrom } from '../domain/retention.ts';
import { markErased } from '../store/erased-users.ts';
import { noteBegun } from '../store/erasures.ts';
import { findInstitution } from '../store/institutions.ts';

interface Begun {
  readonly institutionId: string;
  readonly userId: string;
  /** Whether the time records go, too: those that no rule keeps. */
  readonly withHours: boolean;
  /** In epoch milliseconds. */
  readonly now: number;
}

/**
 * Writes an erasure into the journal and marks the person: from then on nobody can bring them back, and every service
 * follows the journal. The user's row is locked, and the erasure is planned.
 * @returns its place in the journal
 */
export async function beginErasure(
  tx: Tx,
  { journal, ids }: { readonly journal: ErasureJournal; readonly ids: Ids },
  { institutionId, userId, withHours, now }: Begun,
): Promise<number> {
  const settings = withHours ? await findInstitution(tx, institutionId) : null;
  const keptFrom = settings && hoursKeptFrom(now, settings);
  await lockJournal(tx);
  const kind = withHours && keptFrom === null ? 'person_with_hours' : 'person';
  const person = await journal.append({ at: toInstantText(now), institutionId, userId, kind });
  // As its time the rule of this moment: it may be another one when a database is restored.
  const last =
    keptFrom === null ? person : await journal.append({ at: keptFrom, institutionId, userId, kind: 'hours' });
  markErased(tx, { institutionId, id: userId, erasedAt: person.at, revision: ids.newId() });
  noteBegun(tx, { institutionId, userId, erasedAt: person.at, sequence: last.sequence });
  return last.sequence;
}
