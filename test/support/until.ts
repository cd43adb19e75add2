import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until the answer is neither undefined, null nor false, and returns it.
 * @param what completes "… did not come", when the time is over
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  atMostMs = 20_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = AbortSignal.timeout(atMostMs);
  for (;;) {
    const answer = await check();
    if (answer !== undefined && answer !== null && answer !== false)
      return answer as Exclude<T, undefined | null | false>;
    if (deadline.aborted) throw new Error(`${what}: did not come within ${atMostMs} ms`);
    await delay(POLL_INTERVAL_MS);
  }
}

const POLL_INTERVAL_MS = 25;
