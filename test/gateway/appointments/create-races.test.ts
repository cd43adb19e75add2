import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { appointmentOf, Timetable } from '../../support/test-timetable.ts';

/** The database's guarantees under concurrent requests. */
const system = await TestSystem.start();

async function schoolThatRefuses(rejectRoomConflicts: boolean): Promise<Timetable> {
  const mine = await Timetable.in(system);
  await changeSettings(mine.institution, { rejectRoomConflicts });
  return mine;
}

const statuses = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).sort();
const times = (count: number, request: (n: number) => Promise<TestAnswer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => request(n)));

describe('POST /appointments: fifty parallel bookings of one room at one time', () => {
  it('201: one where the institution refuses conflicts; the others name it', async () => {
    const mine = await schoolThatRefuses(true);
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const answers = await times(50, () => mine.post({ rooms }));
    expect(statuses(answers)).toEqual([201, ...Array(49).fill(409)]);
    const won = appointmentOf(answers.find(({ status }) => status === 201) as TestAnswer);
    for (const { status, body, headers } of answers) {
      if (status === 201) continue;
      expect([body.code, headers.get('retry-after')]).toEqual(['conflict', null]);
      expect(body.conflictingAppointment).toEqual({
        id: won.id,
        roomId: mine.id('rooms/hall'),
        dateTime: '2026-10-12T08:00:00.000Z',
        duration: 90,
      });
    }
    expect((await mine.get('/appointments')).body.data).toEqual([won.data]);
  });

  it('201: all where it does not', async () => {
    const mine = await schoolThatRefuses(false);
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    expect(statuses(await times(50, () => mine.post({ rooms })))).toEqual(Array(50).fill(201));
    expect((await mine.get('/appointments', { limit: '100' })).body.data).toHaveLength(50);
  });

  it('201: all that are side by side, or in another institution’s rooms', async () => {
    const [mine, other] = [await schoolThatRefuses(true), await schoolThatRefuses(true)];
    const at = (n: number) => ({ dateTime: new Date(Date.UTC(2027, 0, 1, n)).toISOString(), duration: 60 });
    const answers = await times(24, (n) => {
      const school = n % 2 ? mine : other;
      return school.post({ ...at(n >> 1), rooms: [{ roomId: school.id('rooms/hall') }] });
    });
    expect(statuses(answers)).toEqual(Array(24).fill(201));
  });

  it('409: some that take rooms in two orders; none fails, and no two overlap', async () => {
    const mine = await schoolThatRefuses(true);
    const rooms = ['hall', 'attic', 'cellar'].map((ref) => ({ roomId: mine.id(`rooms/${ref}`) }));
    const answers = await times(30, (n) => {
      const booked = n % 2 ? rooms : [...rooms].reverse();
      return mine.post({ rooms: booked, dateTime: new Date(Date.UTC(2027, 0, 1, 8, (n % 3) * 45)).toISOString() });
    });
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    const begins = (await mine.get('/appointments')).body.data.map(({ dateTime }: { dateTime: string }) =>
      Date.parse(dateTime),
    );
    expect(begins.length).toBeGreaterThan(0);
    for (const [n, begin] of begins.entries())
      if (n > 0) expect(begin - begins[n - 1]).toBeGreaterThanOrEqual(90 * 60_000);
  });
});

describe('POST /appointments: the setting', () => {
  it('409: refuses new overlaps when it is switched on, and keeps existing ones', async () => {
    const mine = await schoolThatRefuses(false);
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const [one, two] = [await mine.create({ rooms }), await mine.create({ rooms })];
    await changeSettings(mine.institution, { rejectRoomConflicts: true });
    const refused = await mine.post({ rooms });
    expect([refused.status, [one.id, two.id].includes(refused.body.conflictingAppointment?.id)]).toEqual([409, true]);
    expect((await mine.patch(one, { title: 'New' })).status).toBe(200);
    await changeSettings(mine.institution, { rejectRoomConflicts: false });
    expect((await mine.post({ rooms })).status).toBe(201);
  });
});
