import { expect } from 'vitest';
import type { TestAnswer } from '../support/test-messages.ts';

/** Expects two answers to say the same, but for what a dry run makes up: ids of its own, tags, times. */
export function sameButForMadeUp(tried: TestAnswer, done: TestAnswer): void {
  const known = new Set(idsIn(tried).filter((id) => idsIn(done).includes(id)));
  expect(seen(tried, known)).toEqual(seen(done, known));
}

function seen({ status, headers, text }: TestAnswer, known: ReadonlySet<string>) {
  const ids = new Map<string, string>();
  const shown = text
    .replaceAll(INSTANT, 'a time')
    .replaceAll(ID, (id) => (known.has(id) ? id : ids.getOrInsertComputed(id, () => `id ${ids.size}`)));
  return {
    status,
    hasTag: headers.has('etag'),
    contentType: headers.get('content-type'),
    retryAfter: headers.get('retry-after'),
    shown,
  };
}

function idsIn({ text }: TestAnswer): string[] {
  return text.match(ID) ?? [];
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
