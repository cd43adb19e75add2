import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { appointmentOf, type TestAppointment, Timetable } from '../../support/test-timetable.ts';

/** `meta.overlaps`: what else is booked in the rooms of an appointment that is created or changed. */
const system = await TestSystem.start();
const mine = await Timetable.in(system);

const day = (n: number, time = '08:00') => `2027-03-${String(n).padStart(2, '0')}T${time}:00.000Z`;
const roomsOf = (...refs: string[]) => ({ rooms: refs.map((ref) => ({ roomId: mine.id(`rooms/${ref}`) })) });
const shown = ({ id, data: { dateTime, duration } }: TestAppointment, ref: string) => ({
  ...{ id, roomId: mine.id(`rooms/${ref}`), dateTime, duration },
});
const overlapsOf = ({ status, body }: TestAnswer) => {
  expect(status).toBeLessThan(300);
  return body.meta.overlaps;
};

describe('201: an appointment', () => {
  it('names those that overlap it in its rooms, by time, and no others', async () => {
    const [two, hall] = [roomsOf('hall', 'attic'), roomsOf('hall')];
    const later = await mine.create({ ...two, dateTime: day(1, '09:00'), duration: 45 });
    const earlier = await mine.create({ ...hall, dateTime: day(1, '08:00'), duration: 61 });
    await mine.create({ ...hall, dateTime: day(1, '07:00'), duration: 60 });
    await mine.create({ ...hall, dateTime: day(1, '10:00') });
    await mine.create({ ...roomsOf('cellar'), dateTime: day(1, '08:00') });
    const removed = await mine.create({ ...hall, dateTime: day(1, '09:00') });
    await mine.client.send('DELETE', removed.path, { ifMatch: removed.etag });
    const other = await Timetable.in(system);
    await other.create({ rooms: [{ roomId: other.id('rooms/hall') }], dateTime: day(1) });
    const answer = await mine.post({ ...two, dateTime: day(1, '08:00'), duration: 120 });
    expect(overlapsOf(answer)).toEqual([shown(earlier, 'hall'), shown(later, 'hall'), shown(later, 'attic')]);
    const { body } = await mine.get(appointmentOf(answer).path);
    expect(body.meta).not.toHaveProperty('overlaps');
  });

  it('in free rooms or none overlaps none', async () => {
    expect(overlapsOf(await mine.post({ ...roomsOf('hall'), dateTime: day(2) }))).toEqual([]);
    expect(overlapsOf(await mine.post({ dateTime: day(2) }))).toEqual([]);
  });

  it('names ten, of a course as well', async () => {
    const first = await Promise.all(
      Array.from({ length: 11 }, (_, n) => mine.create({ ...roomsOf('hall'), dateTime: day(3, `08:${10 + n}`) })),
    );
    const { courseIds: _, ...body } = mine.body({ ...roomsOf('hall'), dateTime: day(3) }) as { courseIds: unknown };
    const answer = await mine.client.post(`/courses/${mine.id('courses/algebra')}/appointments`, body);
    expect(overlapsOf(answer)).toEqual(first.slice(0, 10).map((each) => shown(each, 'hall')));
  });

  it('is told the same by a dry run, and by a replay, whatever was booked since', async () => {
    const first = await mine.create({ ...roomsOf('hall'), dateTime: day(4) });
    const body = mine.body({ ...roomsOf('hall'), dateTime: day(4) });
    expect(overlapsOf(await mine.client.post('/dry-run/appointments', body))).toEqual([shown(first, 'hall')]);
    const key = randomUUID();
    const answer = await mine.client.post('/appointments', body, { key });
    expect(overlapsOf(answer)).toEqual([shown(first, 'hall')]);
    await mine.create({ ...roomsOf('hall'), dateTime: day(4) });
    expect((await mine.client.post('/appointments', body, { key })).text).toBe(answer.text);
  });
});

it('200: a change names what overlaps the appointment as it is then, whatever has changed', async () => {
  const [hall, attic] = [roomsOf('hall'), roomsOf('attic')];
  const inHall = await mine.create({ ...hall, dateTime: day(5) });
  const inAttic = await mine.create({ ...attic, dateTime: day(6) });
  const path = (await mine.create({ ...hall, dateTime: day(5, '09:00') })).path;
  const changed = async (change: object, at = path) =>
    overlapsOf(await mine.client.patch(at, change, { ifMatch: '*', key: true }));
  expect(await changed({ title: 'New' })).toEqual([shown(inHall, 'hall')]);
  expect(await changed({})).toEqual([shown(inHall, 'hall')]);
  expect(await changed({ ...attic, dateTime: day(6) }, `/dry-run${path}`)).toEqual([shown(inAttic, 'attic')]);
  expect(await changed({ dateTime: day(6) })).toEqual([]);
  expect(await changed(attic)).toEqual([shown(inAttic, 'attic')]);
  expect(await changed({ rooms: [] })).toEqual([]);
});

it('201: where conflicts are refused, only earlier ones are named', async () => {
  const strict = await Timetable.in(system);
  const rooms = [{ roomId: strict.id('rooms/hall') }];
  const [one, two] = [await strict.create({ rooms }), await strict.create({ rooms })];
  await changeSettings(strict.institution, { rejectRoomConflicts: true });
  expect((await strict.post({ rooms })).status).toBe(409);
  expect(overlapsOf(await strict.patch(two, { title: 'New' })).map(({ id }: { id: string }) => id)).toEqual([one.id]);
  expect(overlapsOf(await strict.post({ rooms, dateTime: day(7) }))).toEqual([]);
});

describe('201 and 200, at once', () => {
  /** Whether of each two answers at least one names the other. */
  function expectEachPairKnown(answers: readonly TestAnswer[]): void {
    const named = new Map(
      answers.map((each) => [appointmentOf(each).id, overlapsOf(each).map(({ id }: { id: string }) => id)]),
    );
    const ids = [...named.keys()];
    for (const [n, one] of ids.entries())
      for (const other of ids.slice(n + 1))
        expect(named.get(one)?.includes(other) || named.get(other)?.includes(one)).toBe(true);
  }

  it.each([2, 3, 4, 5])('%i creates: of each two, one at least names the other; none is refused', async (count) => {
    const body = { ...roomsOf('hall', 'attic'), dateTime: day(10 + count) };
    const answers = await Promise.all(Array.from({ length: count }, () => mine.post(body)));
    expectEachPairKnown(answers);
  });

  it('a create and changes that move there', async () => {
    const from = await Promise.all(
      Array.from({ length: 3 }, (_, n) => mine.create({ ...roomsOf('attic'), dateTime: day(20 + n) })),
    );
    const answers = await Promise.all([
      mine.post({ ...roomsOf('hall'), dateTime: day(19) }),
      ...from.map((each) => mine.patch(each, { ...roomsOf('hall'), dateTime: day(19) })),
    ]);
    expectEachPairKnown(answers);
  });
});
