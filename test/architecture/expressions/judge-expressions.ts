import { check } from 'recheck';

/** Expressions whose time is not known to grow in proportion to their input, each with what the checker says of it. */
export async function judgeExpressions(texts: readonly string[]): Promise<Map<string, string>> {
  const faults = new Map<string, string>();
  // The checker has a process of its own, which works on several at a time.
  await Promise.all(
    texts.map(async (text) => {
      const end = text.lastIndexOf('/');
      const said = await check(text.slice(1, end), text.slice(end + 1), {
        // Proves what it says; its other way searches for bad inputs, and finds other ones each time.
        checker: 'automaton',
        timeout: LONGEST_MS,
      });
      if (said.status === 'vulnerable') faults.set(text, said.complexity.summary);
      else if (said.status === 'unknown') faults.set(text, `not judged: ${said.error.kind}`);
    }),
  );
  return faults;
}

/** So long that only what is too much for the checker takes as long, however busy the machine is. */
const LONGEST_MS = 60_000;
