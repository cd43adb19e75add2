import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysAfter } from '../domain/working-time/local-days.ts';
import type { Found } from './found.ts';
import { type FindingSource, type Place, pageOfFindings } from './page.ts';

const PERIOD = { start: '2026-10-01', end: '2026-11-05' };
const idOf = (person: number) => `00000000-0000-7000-8000-${String(person).padStart(12, '0')}`;

/** A source of these findings, each of a person on a day; each read of a person's day costs some records. */
function sourceOf(people: number, all: readonly Found[], cost: number) {
  const asked = { calls: 0, read: 0 };
  const ids = Array.from({ length: people }, (_, person) => idOf(person + 1));
  const source: FindingSource = {
    peopleAfter: async (last, limit) => ids.filter((id) => id > last).slice(0, limit),
    async find(userIds, { start, end }) {
      const found = all.filter(({ userId, date }) => userIds.includes(userId) && start <= date && date < end);
      const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
      const read = userIds.length * days * cost;
      asked.calls++;
      asked.read += read;
      return { found, read };
    },
  };
  return { source, asked };
}

const found = (person: number, day: number, nth: number) => {
  const [date, userId] = [daysAfter(PERIOD.start, day), idOf(person)];
  return {
    date,
    userId,
    id: `id-${nth}`,
    rule: 'day_too_long',
    place: `${date} ${userId} day_too_long id-${nth}`,
  } as Found;
};

it('pages of any size and cost are the findings in order, each once, and none is unbounded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 450 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 450 }), fc.nat(34)), { maxLength: 120 }),
      fc.constantFrom(1, 40, 1_500),
      fc.integer({ min: 1, max: 60 }),
      async (people, places, cost, size) => {
        const all = places.filter(([person]) => person <= people).map(([person, day], nth) => found(person, day, nth));
        const { source, asked } = sourceOf(people, all, cost);
        const listed: string[] = [];
        let after: Place | null = null;
        for (let pages = 0; ; pages++) {
          asked.read = 0;
          const page = await pageOfFindings(source, PERIOD, after, size);
          // The bound, and what a chunk of people may come to.
          expect(asked.read).toBeLessThan(150_000 + 2 * 100 * 31 * cost);
          expect(page.found.length).toBeLessThanOrEqual(size);
          listed.push(...page.found.map(({ place }) => place));
          if (page.end === null) break;
          expect(page.end.sort > (after?.sort ?? '') || page.end.id > (after?.id ?? '')).toBe(true);
          after = page.end;
          expect(pages).toBeLessThan(5_000);
        }
        expect(listed).toEqual(all.map(({ place }) => place).toSorted());
      },
    ),
    { numRuns: 150 },
  );
});
