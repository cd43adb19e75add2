import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { expectWholeWalk } from './describe-list.ts';
import { readAnswer } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';
import type { TestSystem } from './test-system.ts';
import { startTimetables, Timetable } from './test-timetable.ts';

interface Row {
  readonly id: string;
  readonly dateTime: string;
}

const dayAt = (day: number) => new Date(Date.UTC(2026, 9, 12) + day * DAY_MS).toISOString();
const everything = (mine: Timetable) => ({
  courseIds: [mine.id('layers/algebra'), mine.id('layers/botany')],
  rooms: [{ roomId: mine.id('rooms/hall') }],
  organizerIds: [mine.id('users/ben')],
  userIds: [mine.id('users/cleo')],
  userGroupIds: [mine.id('userGroups/choir')],
});
const faultOf = ({ status, body }: TestAnswer) => [status, body.code, body.errors?.[0]?.field];

/**
 * Tests common to the lists of appointments (decisions 8), beyond those of every operation.
 * @param pathOf the path of a list with all appointments whose course is algebra
 */
export function describeAppointmentList(name: string, pathOf: (mine: Timetable) => string): void {
  describe(name, () => {
    let system: TestSystem;
    let school: Timetable;
    let other: Timetable;
    let ids: string[];

    beforeAll(async () => {
      ({ system, school, other } = await startTimetables({ platform: 'own' }));
      // Days apart in reverse order, except for thirty at one instant.
      ids = await school.fill(
        Array.from({ length: 70 }, (_, n) => ({
          dateTime: dayAt(n < 30 ? 40 : 100 - n),
          ...(n % 2 ? everything(school) : {}),
        })),
      );
    });
    afterAll(() => system.stop());

    const get = (query: Record<string, string> = {}) => school.get(pathOf(school), query);

    it('200: 50 rows by default, in the order of dateTime, ids breaking ties', async () => {
      const { status, body } = await get();
      expect([status, body.data.length]).toEqual([200, 50]);
      expect(body.pagination).toEqual({ next_cursor: expect.any(String), has_more: true, limit: 50 });
      const sortKeys = body.data.map(({ dateTime, id }: Row) => `${dateTime} ${id}`);
      expect(sortKeys).toEqual([...sortKeys].sort());
    });

    it('200: each as GET shows it', async () => {
      for (const row of (await get({ limit: '40' })).body.data) {
        expect((await school.get(`/appointments/${row.id}`)).body.data).toEqual(row);
      }
    });

    it.each(['1', '7', '50', '100'])('200: walked with limit=%s, none missing, none twice', async (limit) => {
      const client = await system.newClient(school.institution.id);
      const walked = await client.walk(pathOf(school), { limit, fields: 'id' });
      expect(walked.map(({ id }) => id).sort()).toEqual([...ids].sort());
    });

    it('200: from is inclusive, to is not, in any offset; none if from is not before to', async () => {
      const count = async (query: Record<string, string>) => (await get({ limit: '100', ...query })).body.data.length;
      const [first, last] = [dayAt(40), dayAt(41)];
      expect(await count({ from: first, to: last })).toBe(31);
      expect(await count({ from: first, to: new Date(Date.parse(first) + 1).toISOString() })).toBe(31);
      expect(await count({ from: new Date(Date.parse(first) + 1).toISOString(), to: last })).toBe(0);
      expect(await count({ from: '2026-11-21T02:00:00+02:00', to: last })).toBe(31);
      expect(await count({ to: first })).toBe(9);
      expect(await count({ from: last, to: first })).toBe(0);
      expect(await count({ from: first, to: first })).toBe(0);
    });

    it('200: a cursor continues within the filters', async () => {
      const query = { from: dayAt(40), to: dayAt(60), roomId: school.id('rooms/hall') };
      const whole = (await get({ ...query, limit: '100' })).body.data;
      expect(whole.length).toBe(25);
      expect(await school.client.walk(pathOf(school), { ...query, limit: '4' })).toEqual(whole);
    });

    it.each(['from', 'to', 'updatedSince'])(
      '400: %s whose + is not percent-encoded says so, with an example',
      async (name) => {
        const messageAt = async (written: string) => {
          const answer = await fetch(`${system.url}/api/v4${pathOf(school)}?${name}=${written}`, {
            headers: { authorization: school.client.authorization },
          });
          const { body } = await readAnswer(answer);
          return [answer.status, body.errors?.[0]?.message];
        };
        const expected = 'must be an RFC 3339 date-time with an offset, such as 2026-10-05T08:00:00+02:00';
        const blank = `${expected}; write + as %2B in a query, where + means a blank`;
        expect(await messageAt('2026-10-05T08:00:00+02:00')).toEqual([400, blank]);
        expect(await messageAt('2026-10-05T08:00:00.250%2002:00')).toEqual([400, blank]);
        expect(await messageAt('2026-10-05T08:00+02:00')).toEqual([400, blank]);
        expect(await messageAt('2026-10-05+08:00')).toEqual([400, expected]);
        expect(await messageAt('2026-10-05T08:00:00%2B02:00')).toEqual([200, undefined]);
      },
    );

    it.each(['courseId', 'roomId', 'organizerId', 'userId'])(
      '200: %s: an unknown id, one of another kind, one of another institution',
      async (name) => {
        const nothing = [randomUUID(), 'no-uuid', '', ' ', '💥', 'x'.repeat(7_000), school.id('layers/algebra')];
        const foreign = ['courses/algebra', 'rooms/hall', 'users/ben', 'users/cleo'].map((record) => other.id(record));
        for (const value of [...nothing, ...foreign]) {
          const { status, body } = await get({ [name]: value });
          expect([value, status, body.data]).toEqual([value, 200, []]);
          expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
        }
        expect(faultOf(await get({ [name]: 'a\0' }))).toEqual([400, 'bad_request', name]);
      },
    );

    it('200: none skipped and none twice while others are created, changed, moved and deleted', async () => {
      const mine = await Timetable.in(system);
      const kept = await mine.fill(Array.from({ length: 40 }, (_, n) => ({ dateTime: dayAt(n % 20) })));
      const moved = await mine.fill(Array.from({ length: 8 }, () => ({ dateTime: dayAt(10) })));
      await expectWholeWalk(mine.client, pathOf(mine), kept, async (page) => {
        system.clock.advance(1);
        await Promise.all([
          mine.create({ dateTime: dayAt(page) }),
          mine.client.patch(`/appointments/${kept[page * 5]}`, { title: 'New' }, { ifMatch: '*' }),
          mine.client.patch(`/appointments/${moved[page]}`, { dateTime: dayAt(page) }, { ifMatch: '*' }),
          mine.client.send('DELETE', `/appointments/${moved[page + 4]}`, { ifMatch: '*' }),
        ]);
      });
    });
  });
}
