import { Refusal } from './errors/refusal.ts';

/**
 * The answer, if it comes within so many milliseconds; else it throws DEADLINE_EXCEEDED. After a pause of our own (a long task, a process that was
 * stopped) what has arrived meanwhile is read first: our own slowness is not the other side's.
 */
export async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    setImmediate(() => setImmediate(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED'))));
  }, ms);
  // Whoever has lost the race is heard by nobody.
  answer.catch(() => undefined);
  tooLate.promise.catch(() => undefined);
  return Promise.race([answer, tooLate.promise]).finally(() => clearTimeout(timer));
}
