import type { TestAnswer } from './test-messages.ts';

/** Requests sent at the same time, and the responses so far. */
export interface Flood {
  readonly answered: readonly (TestAnswer & { readonly n: number })[];
  /** All responses, in the order of sending. */
  readonly all: Promise<readonly TestAnswer[]>;
}

/** Sends `count` requests at once. @param send sends one request, given its number from 0 */
export function flood(count: number, send: (n: number) => Promise<TestAnswer>): Flood {
  const answered: (TestAnswer & { readonly n: number })[] = [];
  const all = Array.from({ length: count }, async (_, n) => {
    const answer = await send(n);
    answered.push({ ...answer, n });
    return answer;
  });
  return { answered, all: Promise.all(all) };
}
