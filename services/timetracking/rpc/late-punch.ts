import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import { type Closing, monthClosed } from '../domain/closed-month.ts';
import { isRepeated, type lateEnd } from '../domain/late-record.ts';
import type { Punch, Punched } from '../domain/punch.ts';
import type { startSession } from '../domain/start-session.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { findLastLate, insertLate, updateLate } from '../store/late-records.ts';
import { findLast } from '../store/time-records.ts';

/** A punch of a locked member whose time lies before the end of a closed month. */
interface Late {
  readonly userId: string;
  readonly punch: Punch;
  readonly closing: Closing;
}

/**
 * Keeps a late punch for the administrators, and refuses it with MONTH_CLOSED in any case. The rules of punches hold
 * among the late ones: what they refuse, such as a punch that was sent before, is not kept.
 * @param end what the punch says of a session that is no late one
 */
export async function keepLate(
  tx: Tx,
  { actor, now }: CommandContext,
  { userId, punch, closing }: Late,
  decide: (open: TimeRecord | null) => Punched,
  end: typeof lateEnd = () => null,
) {
  const last = await findLastLate(tx, actor, userId, punch.at);
  if (last && last.record.end === null) {
    const punched = unlessRefused(() => decide(last.record));
    const record = punched && ('autoClosed' in punched ? punched.autoClosed : punched.next);
    if (record && !isRepeated(last.record, record)) updateLate(tx, actor, { ...last, record });
  } else {
    const log = await findLast(tx, actor, userId, toInstantText(punch.at));
    const record = end(log, last?.record ?? null, punch);
    if (record) insertLate(tx, actor, { record, isCorrection: true, arrivedAt: now });
  }
  return { refusal: monthClosed(closing) };
}

/** The same of a start. @param decide begins a session after the member's last late record */
export async function keepLateStart(
  tx: Tx,
  { actor, now }: CommandContext,
  { userId, punch, closing }: Late,
  decide: (last: TimeRecord | null) => ReturnType<typeof startSession>,
) {
  const last = await findLastLate(tx, actor, userId, punch.at);
  const isWithin = last && (last.record.end === null || last.record.end > punch.at);
  const started = unlessRefused(() => decide(isWithin ? last.record : null));
  if (started) {
    if (last && started.closed) updateLate(tx, actor, { ...last, record: started.closed });
    insertLate(tx, actor, { record: started.session, isCorrection: false, arrivedAt: now });
  }
  return { refusal: monthClosed(closing) };
}

function unlessRefused<T>(decide: () => T): T | null {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
