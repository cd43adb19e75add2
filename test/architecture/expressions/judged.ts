import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ACCEPTED, UNREACHED } from './accepted.ts';
import type { Expression } from './expressions.ts';

/** The digests of the expressions that were found to be linear, by their owners: the checker takes a minute for all. */
export const JUDGED = new URL('./judged.json', import.meta.url);

/** How an expression is called in {@link ACCEPTED}. */
export function shortNameOf({ owner, text }: Expression): string {
  return `${owner} ${text.slice(0, 60)}`;
}

/** Those whose time is neither known nor accepted. */
export function unjudged(expressions: readonly Expression[]): Expression[] {
  const judged: Record<string, string> = JSON.parse(readFileSync(JUDGED, 'utf8'));
  return expressions.filter(
    (each) => isOpen(each) && !(judged[each.owner] ?? '').split(' ').includes(digestOf(each.text)),
  );
}

export function isOpen(expression: Expression): boolean {
  return !Object.hasOwn(UNREACHED, expression.owner) && !Object.hasOwn(ACCEPTED, shortNameOf(expression));
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
