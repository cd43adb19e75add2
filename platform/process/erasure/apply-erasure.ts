import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { type DomainEvent, SYSTEM } from '../../core/event.ts';
import { writtenBy } from '../../data/audit/author.ts';
import {
  deleteAgain,
  dropKeptArchive,
  eraseAuditedNames,
  eraseAuthor,
  noteApplied,
} from '../../data/erasure/applied-erasures.ts';
import type { Erasure } from '../../data/erasure/journal.ts';
import { type AnswerPosition, eraseInAnswers, FIRST_ANSWER } from '../../data/erasure/kept-answers.ts';
import { methodName } from '../../data/idempotency/idempotency.ts';
import { appendToOutbox } from '../../data/outbox/append.ts';
import { agedOf, applyByAge } from './apply-by-age.ts';
import type { Aged, Applying, ErasedPerson } from './erasing.ts';

/** What an entry erases. */
type Erased =
  | { readonly person: ErasedPerson }
  | { readonly aged: Aged }
  | { readonly institutionId: string }
  | { readonly isNothing: true };

/** What an entry erases: the institution as soon as one of them deletes it for good. */
export function erasedBy(entry: Erasure, deleted: ReadonlySet<string>): Erased {
  const { institutionId, userId, kind, at } = entry;
  const aged = agedOf(entry);
  if (deleted.has(institutionId)) return { institutionId };
  if (aged) return { aged };
  if (userId === null) return { isNothing: true };
  return { person: { institutionId, userId, withHours: kind === 'person_with_hours', erasedAt: at } };
}

/** The institutions that entries delete, and do not bring back. */
export function deletedBy(entries: readonly Erasure[]): ReadonlySet<string> {
  const deleted = new Set<string>();
  for (const { kind, institutionId } of entries) {
    if (kind === 'institution') deleted.add(institutionId);
    if (kind === 'imported') deleted.delete(institutionId);
  }
  return deleted;
}

/**
 * Applies an entry of the journal to a service's database, in small transactions, and notes it: forgets the person,
 * removes what goes by its age, or deletes the institution. Repeating it changes nothing. It goes on in an institution
 * that stands still: what was erased does not come back with one.
 * @param isOlder whether the database may have been restored since
 */
export async function applyErasure(
  applying: Applying,
  { sequence }: Erasure,
  erased: Erased,
  isOlder: boolean,
): Promise<void> {
  await eraseAgain(applying, erased, isOlder);
  await applying.runtime.db.transaction(async (tx) => noteApplied(tx, sequence), { of: 'nobody' });
}

/** The same without the note. */
export async function eraseAgain({ runtime, definition }: Applying, erased: Erased, isOlder: boolean): Promise<void> {
  if ('person' in erased) await erase({ runtime, definition }, erased.person);
  else if ('aged' in erased) await applyByAge({ runtime, definition }, erased.aged, isOlder);
  else if ('institutionId' in erased)
    await runtime.db.transaction(async (tx) => deleteAgain(tx, erased.institutionId), { of: 'nobody' });
}

async function erase({ runtime, definition }: Applying, person: ErasedPerson): Promise<void> {
  const { db, clock, ids, committed } = runtime;
  const { erasing, implementations } = definition;
  for (let isDone = erasing?.step === undefined; !isDone; ) {
    const now = clock.now();
    const requestId = ids.newRequestId();
    let events: readonly DomainEvent[] = [];
    const author = { kind: 'consumer', id: 'erasure', name: null, onBehalfOf: null, cause: null } as const;
    isDone = await db.transaction(
      async (tx) => {
        const step = await erasing?.step?.(tx, person, { now, newId: () => ids.newId() });
        events = step?.events ?? [];
        const { institutionId } = person;
        appendToOutbox(tx, { ids }, { institutionId, actor: step?.actor ?? SYSTEM, now, requestId, events });
        return step?.isDone ?? true;
      },
      { of: 'begun', ...writtenBy({ ...author, operation: 'ErasePerson', requestId, now }) },
    );
    committed(events);
  }
  const ofPlatform = async (tx: Tx) => {
    if (erasing?.namedResource !== undefined) eraseAuditedNames(tx, person, erasing.namedResource);
    dropKeptArchive(tx, person);
  };
  await db.transaction(ofPlatform, { of: 'begun' });
  for (let isLast = false; !isLast; ) isLast = await db.transaction((tx) => eraseAuthor(tx, person), { of: 'begun' });
  const methods = new Map(
    implementations.flatMap(({ operations }) => operations.map(({ method }) => [methodName(method), method.output])),
  );
  const contract = { messages: erasing?.messages ?? [], schemaOf: (method: string) => methods.get(method) };
  for (let after: AnswerPosition | null = FIRST_ANSWER; after; ) {
    const from: AnswerPosition = after;
    after = await db.transaction((tx) => eraseInAnswers(tx, person, contract, from), { of: 'begun' });
  }
}
