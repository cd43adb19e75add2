import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { type Closing, closingOf, monthClosed, type Permitted, permitted } from './closed-month.ts';
import { conflictingLog } from './conflicts.ts';
import { createLog, type LogDraft } from './create-log.ts';
import { logFaults } from './log-faults.ts';
import { refusals } from './refusals.ts';
import type { TimeRecord } from './time-record.ts';

/** A valid item of a bulk, which becomes a log unless it conflicts. */
export interface Drafted {
  readonly userId: string;
  readonly draft: LogDraft;
}

/** The refusal of one item, found here or by the caller. */
export interface Refused<R> {
  readonly refusal: R;
}

interface Input {
  newId(): string;
  /** In epoch milliseconds. */
  readonly now: number;
}

/** An item that becomes a log. */
interface Accepted {
  readonly log: Permitted;
}

/** The item as a draft, or its refusal if its times are invalid (decisions 10.8). */
export function drafted(userId: string, draft: LogDraft): Drafted | Refused<Refusal> {
  const violations = logFaults(draft, draft.pauses);
  return violations.length === 0 ? { userId, draft } : { refusal: new Refusal('REQUEST_INVALID', { violations }) };
}

/**
 * Plans item by item: an item that has a part in a closed month fails; one that overlaps a stored record of its member,
 * or an earlier item of the bulk, fails with the earliest of these by start as `conflictingLog`; the others become logs.
 * @param stored the earliest stored record that overlaps the item, by the item's index
 * @param closings the closed months of each member who has any
 */
export function planBulk<R>(
  items: readonly (Drafted | Refused<R>)[],
  stored: ReadonlyMap<number, TimeRecord>,
  closings: ReadonlyMap<string, readonly Closing[]>,
  { newId, now }: Input,
): (Accepted | Refused<R | Refusal>)[] {
  const accepted = new Map<string, TimeRecord[]>();
  return items.map((item, index): Accepted | Refused<R | Refusal> => {
    if ('refusal' in item) return item;
    const { userId, draft } = item;
    const ofMember = closings.get(userId) ?? [];
    const closing = closingOf(ofMember, draft);
    if (closing) return { refusal: monthClosed(closing) };
    const own = accepted.get(userId) ?? [];
    const conflict = earliest([...own.filter((log) => overlaps(log, draft)), ...listOf(stored.get(index))]);
    if (conflict) return { refusal: new Refusal(refusals.LOG_OVERLAPPING, { extensions: conflictingLog(conflict) }) };
    const created = createLog(draft, { id: newId(), userId, revision: newId(), now, source: 'bulk' });
    const log = permitted(created, ofMember);
    accepted.set(userId, [...own, log]);
    return { log };
  });
}

function overlaps(log: TimeRecord, draft: LogDraft): boolean {
  return log.start < draft.end && draft.start < (log.end ?? Number.POSITIVE_INFINITY);
}

function earliest(records: readonly TimeRecord[]): TimeRecord | null {
  return records.reduce<TimeRecord | null>((first, each) => (first && first.start <= each.start ? first : each), null);
}

function listOf<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
