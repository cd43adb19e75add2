import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { Neighbours } from './neighbours.ts';

it('knows whether any other institution had a request within the last second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const requests = fc.array(fc.record({ who: fc.constantFrom('a', 'b', 'c'), after: fc.nat(700) }), { minLength: 1 });
    fc.assert(
      fc.property(requests, (all) => {
        const neighbours = new Neighbours();
        const last = new Map<string, number>();
        for (const { who, after } of all) {
          vi.advanceTimersByTime(after);
          neighbours.note(who);
          last.set(who, performance.now());
          for (const one of ['a', 'b', 'c', 'nobody']) {
            const others = [...last].filter(([other]) => other !== one).map(([, at]) => at);
            expect(neighbours.has(one)).toBe(others.some((at) => performance.now() - at < 1_000));
          }
        }
      }),
    );
  } finally {
    vi.useRealTimers();
  }
});
