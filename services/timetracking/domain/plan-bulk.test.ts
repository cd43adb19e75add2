import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { sessionAt } from '../../../test/support/timetracking/records.ts';
import { type Drafted, drafted, planBulk, type Refused } from './plan-bulk.ts';
import { refusals } from './refusals.ts';
import { NO_FIELDS } from './time-record.ts';

let ids = 0;
const input = { newId: () => `id-${ids++}`, now: 1 };
const item = (start: number, end: number, userId = 'ada') =>
  drafted(userId, { start, end, pauses: [], plain: NO_FIELDS });
const conflictOf = (start: number, end: number | null, id: unknown) => ({
  conflictingLog: { id, startTime: toInstantText(start), endTime: end === null ? null : toInstantText(end) },
});

describe('a bulk', () => {
  it('fails an item that overlaps an earlier one, naming it, but not touching ones and other members', () => {
    const planned = planBulk([item(0, 10), item(5, 15), item(10, 20), item(0, 10, 'bob')], new Map(), input);
    const [first] = planned;
    expect(planned.map((each) => 'log' in each)).toEqual([true, false, true, true]);
    expect(planned[1]).toMatchObject({
      refusal: { code: 'LOG_OVERLAPPING', extensions: conflictOf(0, 10, first && 'log' in first && first.log.id) },
    });
  });

  it('names the earliest conflict by start, stored or in the bulk', () => {
    const stored = sessionAt(12, { id: 'open' });
    const planned = planBulk(
      [item(0, 10), item(5, 30), item(11, 40)],
      new Map([
        [1, stored],
        [2, stored],
      ]),
      input,
    );
    expect(planned[1]).toMatchObject({ refusal: { extensions: { conflictingLog: { startTime: toInstantText(0) } } } });
    expect(planned[2]).toMatchObject({ refusal: { extensions: conflictOf(12, null, 'open') } });
  });

  it('ignores failed items', () => {
    const planned = planBulk([item(0, 10), item(5, 15), item(12, 14)], new Map(), input);
    expect(planned.map((each) => 'log' in each)).toEqual([true, false, true]);
  });

  it('fails only items with invalid times, and passes on earlier refusals', () => {
    const before: Refused<Refusal> = { refusal: new Refusal(refusals.MEMBER_NOT_FOUND) };
    const planned = planBulk<Refusal>([item(10, 10), before, item(0, 1)], new Map(), input);
    expect(planned[0]).toMatchObject({ refusal: { code: 'REQUEST_INVALID', violations: [{ pointer: '/endTime' }] } });
    expect(planned[1]).toBe(before);
    expect(planned[2]).toHaveProperty('log');
  });

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
