import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Neighbours } from './neighbours.ts';

it('tells whether any other institution had a request within the last second', () => {
  const requests = fc.array(fc.record({ who: fc.constantFrom('a', 'b', 'c'), after: fc.nat(700) }), { minLength: 1 });
  fc.assert(
    fc.property(requests, (all) => {
      let now = 0;
      const neighbours = new Neighbours(() => now);
      const last = new Map<string, number>();
      for (const { who, after } of all) {
        now += after;
        neighbours.note(who);
        last.set(who, now);
        for (const one of ['a', 'b', 'c', 'nobody']) {
          const others = [...last].filter(([other]) => other !== one).map(([, at]) => at);
          expect(neighbours.has(one)).toBe(others.some((at) => now - at < 1_000));
        }
      }
    }),
  );
});
