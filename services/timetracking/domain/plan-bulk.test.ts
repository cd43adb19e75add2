import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Drafted, drafted, planBulk } from './plan-bulk.ts';
import { NO_FIELDS } from './time-record.ts';

let ids = 0;
const input = { newId: () => `id-${ids++}`, now: 1 };
const item = (start: number, end: number, userId = 'ada') =>
  drafted(userId, { start, end, pauses: [], plain: NO_FIELDS });

describe('a bulk', () => {
  it('never accepts two that overlap, and never refuses one that overlaps no accepted one', () => {
    const at = fc.integer({ min: 0, max: 40 });
    const items = fc.array(
      fc.record({ start: at, length: fc.integer({ min: 1, max: 8 }), who: fc.constantFrom('a', 'b') }),
    );
    fc.assert(
      fc.property(items, (generated) => {
        const drafts = generated.map(({ start, length, who }) => item(start, start + length, who));
        const taken: { start: number; end: number; who: string }[] = [];
        planBulk(drafts as Drafted[], new Map(), input).forEach((planned, index) => {
          const { start = 0, length = 0, who = '' } = generated[index] ?? {};
          const free = !taken.some((other) => other.who === who && other.start < start + length && start < other.end);
          expect('log' in planned).toBe(free);
          if (free) taken.push({ start, end: start + length, who });
        });
      }),
    );
  });
});
