import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
