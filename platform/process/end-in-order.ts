import { remainingMs } from '../core/clock.ts';

/**
 * Ends parts one after the other; those of a list that a step returns, side by side. A part that fails, or does not end
 * by the deadline, keeps none of the later ones from ending.
 * @throws {AggregateError} at the end, if any failed
 */
export async function endInOrder(steps: readonly (() => unknown)[], deadline: number): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    const ended = async () => Promise.allSettled([await step()].flat());
    try {
      for (const outcome of await inTime(ended(), Math.max(remainingMs(deadline), LEAST_MS)))
        if (outcome.status === 'rejected') faults.push(outcome.reason);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
}

async function inTime<T>(ended: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('a part did not end in time')), ms);
  return Promise.race([ended, late.promise]).finally(() => clearTimeout(timer));
}

/** For what ends behind a part that hangs: a connection can be closed meanwhile, or a last line be written. */
const LEAST_MS = 100;
