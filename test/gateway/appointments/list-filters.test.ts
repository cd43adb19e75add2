import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

const dayAt = (day: number) => new Date(Date.UTC(2026, 9, 12) + day * DAY_MS).toISOString();
const idsIn = ({ body }: TestAnswer): string[] => body.data.map(({ id }: { id: string }) => id);

describe('GET /appointments: 200: every combination of filters', () => {
  it('shows what each of them lets pass', async () => {
    const mine = await Timetable.in(system);
    const pick = (n: number, names: readonly string[]) => names.filter((_, bit) => (n >> bit) % 2 === 1);
    const created: string[] = [];
    for (let n = 0; n < 32; n++) {
      const [room, organizer, user, course] = [n & 1, n & 2, n & 4, n & 8];
      const [id = ''] = await mine.fill([
        {
          dateTime: dayAt(n % 4),
          courseIds: pick(course ? 3 : 1, [mine.id('layers/algebra'), mine.id('layers/botany')]),
          rooms: room ? [{ roomId: mine.id('rooms/attic') }, { roomId: mine.id('rooms/hall') }] : [],
          organizerIds: organizer ? [mine.id('users/ben'), mine.id('users/ada')] : [],
          userIds: user ? [mine.id('users/ada'), mine.id('users/cleo')] : [],
        },
      ]);
      created.push(id);
    }
    system.clock.advance(1_000);
    const since = new Date(system.clock.now()).toISOString();
    for (let n = 0; n < 32; n += 3)
      await mine.client.patch(`/appointments/${created[n]}`, { title: 'New' }, { ifMatch: '*' });

    const filters: readonly [name: string, value: string, passes: (n: number) => boolean][] = [
      ['roomId', mine.id('rooms/hall'), (n) => (n & 1) > 0],
      ['organizerId', mine.id('users/ada'), (n) => (n & 2) > 0],
      ['userId', mine.id('users/ada'), (n) => (n & 4) > 0],
      ['courseId', mine.id('courses/botany'), (n) => (n & 8) > 0],
      ['from', dayAt(1), (n) => n % 4 >= 1],
      ['to', dayAt(3), (n) => n % 4 < 3],
      ['updatedSince', since, (n) => n % 3 === 0],
    ];
    for (let combination = 0; combination < 2 ** filters.length; combination++) {
      const given = filters.filter((_, bit) => (combination >> bit) % 2 === 1);
      const query = Object.fromEntries(given.map(([name, value]) => [name, value]));
      const expected = created.filter((_, n) => given.every(([, , passes]) => passes(n))).sort();
      const path = combination % 2 ? '/appointments' : `/courses/${mine.id('courses/algebra')}/appointments`;
      expect([query, idsIn(await mine.get(path, { ...query, limit: '100' })).sort()]).toEqual([query, expected]);
    }
  });

  it('updatedSince is inclusive; ids are case-insensitive', async () => {
    const mine = await Timetable.in(system);
    system.clock.advance(1_000);
    const [id] = await mine.fill([
      {
        courseIds: [mine.id('layers/botany')],
        rooms: [{ roomId: mine.id('rooms/hall') }],
        organizerIds: [mine.id('users/ben')],
        userIds: [mine.id('users/cleo')],
      },
    ]);
    const now = system.clock.now();
    expect(idsIn(await mine.get('/appointments', { updatedSince: new Date(now).toISOString() }))).toEqual([id]);
    expect(idsIn(await mine.get('/appointments', { updatedSince: new Date(now + 1).toISOString() }))).toEqual([]);
    for (const [name, record] of [
      ['courseId', 'courses/botany'],
      ['roomId', 'rooms/hall'],
      ['organizerId', 'users/ben'],
      ['userId', 'users/cleo'],
    ] as const) {
      expect(idsIn(await mine.get('/appointments', { [name]: mine.id(record).toUpperCase() }))).toEqual([id]);
    }
  });
});
