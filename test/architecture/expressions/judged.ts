import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import { ACCEPTED, UNREACHED } from './accepted.ts';
import type { Expression } from './expressions.ts';

/** The digests of the expressions that were found to be linear, by their owners: the checker takes minutes for all. */
export const JUDGED = new URL('./judged.json', import.meta.url);

/** How an expression is called in {@link ACCEPTED}. */
export function shortNameOf({ owner, text }: Expression): string {
  return `${owner} ${text.slice(0, 60)}`;
}

/** Those whose time is neither known nor accepted. */
export function unjudged(expressions: readonly Expression[]): Expression[] {
  const judged = readJudged();
  return expressions.filter((each) => isOpen(each) && !judged.has(judgedNameOf(each)));
}

/** Those that were found to be linear. */
export function readJudged(): Set<string> {
  const digests: Record<string, string> = JSON.parse(readFileSync(JUDGED, 'utf8'));
  return new Set(Object.entries(digests).flatMap(([owner, all]) => all.split(' ').map((each) => `${owner} ${each}`)));
}

/** How an expression is called in {@link readJudged}. */
export function judgedNameOf({ owner, text }: Expression): string {
  return `${owner} ${digestOf(text)}`;
}

/** What repeats nothing looks at a fixed number of characters from each place: routes and escapes, for example. */
export function repeats({ text }: Expression): boolean {
  return /[*+{]/.test(text);
}

export function isOpen(expression: Expression): boolean {
  return (
    repeats(expression) &&
    !Object.hasOwn(UNREACHED, expression.owner) &&
    !Object.hasOwn(ACCEPTED, shortNameOf(expression))
  );
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

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
