import { type DomainEvent, SYSTEM } from '../../core/event.ts';
import { writtenBy } from '../../data/audit/author.ts';
import type { Erasure } from '../../data/erasure/journal.ts';
import { isByAge } from '../../data/erasure/known-erasures.ts';
import { removeOldAudit } from '../../data/erasure/old-audit.ts';
import { appendToOutbox } from '../../data/outbox/append.ts';
import { standstillOf, type Whose } from '../../data/standstill/fence.ts';
import type { Aged, Applying, Place } from './erasing.ts';

/** What of an entry goes by its age; null if it is about a person or an institution. */
export function agedOf(entry: Erasure): Aged | null {
  const { institutionId, userId, at: before } = entry;
  return isByAge(entry) ? { institutionId, userId, kind: entry.kind, before } : null;
}

/**
 * Removes what goes by its age from a service's database, in small transactions. Of an institution that stands still
 * nothing is swept: the next run after that takes it.
 * @param isOlder whether it was removed before, and has come back with a restored database: then it goes in any case
 */
export async function applyByAge({ runtime, definition }: Applying, aged: Aged, isOlder: boolean): Promise<void> {
  const { institutionId } = aged;
  const of: Whose = isOlder ? 'begun' : { institutionId };
  try {
    if (aged.kind === 'audit') {
      for (let isLast = false; !isLast; )
        isLast = await runtime.db.transaction((tx) => removeOldAudit(tx, aged), { of });
    } else if (definition.erasing?.byAge?.kinds.includes(aged.kind)) await sweep({ runtime, definition }, aged, of);
  } catch (error) {
    if (!standstillOf(error)) throw error;
  }
}

async function sweep({ runtime, definition }: Applying, aged: Aged, of: Whose): Promise<void> {
  const { db, clock, ids, committed } = runtime;
  const author = { kind: 'consumer', id: 'retention', name: null, onBehalfOf: null, cause: null } as const;
  let after: Place | undefined;
  for (let isDone = false; !isDone; ) {
    const now = clock.now();
    const requestId = ids.newRequestId();
    const spared = (await definition.erasing?.byAge?.spared(runtime, aged)) ?? [];
    let events: readonly DomainEvent[] = [];
    const step = await db.transaction(
      async (tx) => {
        const done = await definition.erasing?.byAge?.step(
          tx,
          { ...aged, spared, after },
          { now, newId: () => ids.newId() },
        );
        events = done?.events ?? [];
        const { institutionId } = aged;
        appendToOutbox(tx, { ids }, { institutionId, actor: SYSTEM, now, requestId, events });
        return done;
      },
      { of, ...writtenBy({ ...author, operation: 'RunRetention', requestId, now }) },
    );
    committed(events);
    after = step?.last;
    isDone = step?.isDone ?? true;
  }
}
