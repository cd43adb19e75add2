import type { TestAnswer } from './test-messages.ts';

/** Requests that were sent at the same time, and what has been answered of them so far. */
export interface Flood {
  readonly answered: readonly (TestAnswer & { readonly n: number })[];
  /** All answers, in the order of sending. */
  readonly all: Promise<readonly TestAnswer[]>;
}

/** Sends so many requests at once. @param send sends the one of a number from 0 */
export function flood(count: number, send: (n: number) => Promise<TestAnswer>): Flood {
  const answered: (TestAnswer & { readonly n: number })[] = [];
  const all = Array.from({ length: count }, async (_, n) => {
    const answer = await send(n);
    answered.push({ ...answer, n });
    return answer;
  });
  return { answered, all: Promise.all(all) };
}
