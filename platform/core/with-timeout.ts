import { Refusal } from './errors/refusal.ts';

/**
 * Resolves to the answer, or throws DEADLINE_EXCEEDED if it does not arrive within `ms` milliseconds. After a pause of
 * this process (a long task, a stopped process) pending input is read before the timeout counts: our own slowness is
 * not the other side's.
 */
export async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    setImmediate(() => setImmediate(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED'))));
  }, ms);
  // The promise that loses the race must not become an unhandled rejection.
  answer.catch(() => undefined);
  tooLate.promise.catch(() => undefined);
  return Promise.race([answer, tooLate.promise]).finally(() => clearTimeout(timer));
}
