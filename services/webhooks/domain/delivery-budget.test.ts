import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeAt, type Sent, START_WINDOW_MS, take, withoutUnused } from './delivery-budget.ts';

const START = Date.UTC(2026, 9, 5, 8);
const LIMIT = 100;
const NOTHING: Sent = { second: START, counts: [] };

const rounds = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 50_000, max: 70_000 })),
    wanted: fc.integer({ min: 1, max: 64 }),
    unused: fc.nat(8),
  }),
  { maxLength: 80 },
);

describe('the requests of an institution', () => {
  it('that begin in any minute are never more than the limit, and as many again a little after a minute', () => {
    fc.assert(
      fc.property(rounds, (given) => {
        let now = START;
        let sent = NOTHING;
        const made: { at: number; count: number }[] = [];
        for (const { afterMs, wanted, unused } of given) {
          now += afterMs;
          const taken = take(sent, { wanted, limit: LIMIT, now });
          const returned = Math.min(unused, taken.allowed);
          sent = withoutUnused(taken.sent, taken.sent.second, returned);
          made.push({ at: now, count: taken.allowed - returned });
          // What was counted a moment before the minute may begin in it.
          const inMinute = made.filter(({ at }) => at + START_WINDOW_MS > now - 60_000);
          expect(inMinute.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(LIMIT);
          if (taken.allowed < wanted) {
            const free = freeAt(sent, now);
            expect(free).toBeGreaterThan(now);
            expect(take(sent, { wanted: 1, limit: LIMIT, now: free }).allowed).toBe(1);
          }
        }
        expect(take(sent, { wanted: LIMIT, limit: LIMIT, now: now + 64_000 }).allowed).toBe(LIMIT);
      }),
    );
  });

  it('are counted together by replicas whose clocks differ by seconds', () => {
    const ahead = take(NOTHING, { wanted: 60, limit: LIMIT, now: START + 5_000 });
    const behind = take(ahead.sent, { wanted: 60, limit: LIMIT, now: START });
    expect([ahead.allowed, behind.allowed]).toEqual([60, 40]);
  });

  it('wait for a minute, not for as long as the clock was ahead, after it was set back', () => {
    const ahead = take(NOTHING, { wanted: LIMIT, limit: LIMIT, now: START + 3_600_000 });
    const back = take(ahead.sent, { wanted: 1, limit: LIMIT, now: START });
    expect(back.allowed).toBe(0);
    expect(take(back.sent, { wanted: 1, limit: LIMIT, now: START + 64_000 }).allowed).toBe(1);
  });
});
