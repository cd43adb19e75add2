import { systemClock } from '../../platform/core/clock.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import { appliedSequence, lockJournal } from '../../platform/data/erasure/applied-erasures.ts';
import type { ErasureJournal, ErasureKind } from '../../platform/data/erasure/journal.ts';
import { deletedBy } from '../../platform/process/erasure/apply-erasure.ts';
import { readTables } from '../archive/read-archive.ts';
import { CommandFailure } from '../failure.ts';
import type { Imported } from './apply-journal.ts';

type Databases = ReadonlyMap<string, Database>;

/** Throws a CommandFailure if somebody was erased here, and the journal that says who is not named. */
export async function requireJournalOfErased(databases: Databases, journal: ErasureJournal | undefined): Promise<void> {
  if (journal) return;
  for (const db of databases.values())
    if ((await appliedSequence(db)) > 0)
      throw new CommandFailure('ERASURE_JOURNAL is not set: people who were erased here would come back.');
}

/**
 * Writes into the journal of here who was erased before the archive was made, and that an institution which was deleted
 * here is back. May be repeated.
 */
export async function keepErasures(
  databases: Databases,
  journal: ErasureJournal,
  { path, from, to: institutionId, newIdOf }: Imported & { readonly path: string },
): Promise<void> {
  const known = await journal.after(0);
  const erased = await erasedIn(path);
  // A copy has everybody again whom the journal knows by the former ids.
  if (institutionId !== from)
    for (const { institutionId: of, userId, kind, at } of known)
      if (of === from && userId !== null && kind !== 'hours') erased.push({ userId, kind, at });
  const isBack = deletedBy(known).has(institutionId);
  if (erased.length === 0 && !isBack) return;
  await present(databases.get('directory'), 'directory').transaction(
    async (tx) => {
      await lockJournal(tx);
      for (const { userId, ...entry } of erased)
        await journal.append({ ...entry, institutionId, userId: newIdOf(userId) });
      const at = toInstantText(systemClock.now());
      if (isBack) await journal.append({ at, institutionId, userId: null, kind: 'imported' });
    },
    { of: 'nobody' },
  );
}

interface ErasedUser {
  readonly userId: string;
  readonly kind: ErasureKind;
  readonly at: string;
}

async function erasedIn(path: string): Promise<ErasedUser[]> {
  const erased: ErasedUser[] = [];
  for await (const { table, lines } of readTables(path, 'directory')) {
    if (table !== 'erasures') continue;
    for await (const some of lines)
      for (const line of some) {
        const { user_id: userId, with_hours: withHours, erased_at: erasedAt } = JSON.parse(line);
        const kind = withHours ? 'person_with_hours' : 'person';
        if (erasedAt !== null) erased.push({ userId, kind, at: toInstantText(Date.parse(erasedAt)) });
      }
  }
  return erased;
}
