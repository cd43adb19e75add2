import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import { startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables();

describe('POST /appointments: 400', () => {
  it('a course in place of its layer: names the layer, which can be sent then', async () => {
    const [algebra, botany] = [school.id('courses/algebra'), school.id('courses/botany').toUpperCase()];
    const { status, body } = await school.post({ courseIds: [algebra, school.id('layers/botany'), botany] });
    const errors = (['algebra', 'botany'] as const).map((name, at) => ({
      pointer: `/courseIds/${at * 2}`,
      field: `courseIds.${at * 2}`,
      code: 'invalid_reference',
      message: `is the id of a course; use that of its layer, ${school.id(`layers/${name}`)}`,
    }));
    expect([status, body.errors]).toEqual([400, errors]);
    const patch = await school.patch(await school.create(), { courseIds: [algebra] });
    expect([patch.status, patch.body.errors]).toEqual([422, errors.slice(0, 1)]);
    const named = body.errors.map(({ message }: { message: string }) => message.slice(-36));
    expect((await school.post({ courseIds: named })).status).toBe(201);
  });

  it('a setup of another room, and one of none', async () => {
    const roomId = school.id('rooms/attic');
    for (const setupId of [school.id('setups/rows'), randomUUID(), 'no-uuid']) {
      const { status, body } = await school.post({ rooms: [{ roomId, setupId }] });
      expect([status, body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/rooms/0/setupId', code: 'invalid_reference' })],
      ]);
    }
  });

  it.each(['organizerIds', 'userIds'])('%s: an archived user', async (field) => {
    const { status, body } = await school.post({ [field]: [school.id('users/ada'), school.id('users/old')] });
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: `/${field}/1`, code: 'invalid_reference' })],
    ]);
  });

  it('every wrong reference at once, and nothing is created', async () => {
    const title = randomUUID();
    const ids = [randomUUID(), randomUUID()];
    const { status, body } = await school.post({ title, userIds: ids, organizerIds: ids.slice(1), courseIds: ids });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/courseIds/0',
      '/courseIds/1',
      '/organizerIds/0',
      '/userIds/0',
      '/userIds/1',
    ]);
    const all = (await school.client.walk('/appointments', { limit: '100' })) as unknown as { title: string }[];
    expect(all.filter((each) => each.title === title)).toEqual([]);
  });
});

describe('POST /appointments: 409', () => {
  it('a conflict names an appointment of the own institution, and none arises with another’s', async () => {
    const [mine, theirs] = [await Timetable.in(system), await Timetable.in(system)];
    for (const each of [mine, theirs]) await changeSettings(each.institution, { rejectRoomConflicts: true });
    const bookingIn = (timetable: Timetable) => ({ rooms: [{ roomId: timetable.id('rooms/attic') }] });
    await theirs.create(bookingIn(theirs));
    const own = await mine.create(bookingIn(mine));
    const { status, body } = await mine.post(bookingIn(mine));
    expect([status, body.conflictingAppointment.id]).toEqual([409, own.id]);
  });
});

describe('POST /appointments: 403', () => {
  it('where the institution has switched scheduling off, before the references; reads and changes go on', async () => {
    const mine = await Timetable.in(system);
    const appointment = await mine.create();
    await changeSettings(mine.institution, { schedulingEnabled: false });
    const key = randomUUID();
    for (const fields of [{}, { courseIds: [randomUUID()] }]) {
      const { status, body } = await mine.client.post('/appointments', mine.body(fields), { key });
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    expect((await mine.get(appointment.path)).status).toBe(200);
    expect((await mine.patch(appointment, { title: 'New' })).status).toBe(200);
    await changeSettings(mine.institution, { schedulingEnabled: true });
    expect((await mine.client.post('/appointments', mine.body(), { key })).status).toBe(201);
  });
});
