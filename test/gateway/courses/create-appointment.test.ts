import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import { appointmentOf, startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school, other } = await startTimetables();

const bodyOf = (fields: object = {}) => school.body({ courseIds: undefined, ...fields });
const pathOf = (mine: Timetable, course = 'botany') => `/courses/${mine.id(`courses/${course}`)}/appointments`;
const post = (fields: object = {}) => school.client.post(pathOf(school), bodyOf(fields));
const layers = (names: readonly string[]) => names.map((name) => school.id(`layers/${name}`));

describe('POST /courses/{id}/appointments', () => {
  it('201: the path’s course is attached; GET shows the same', async () => {
    const answer = await post();
    expect(answer.status).toBe(201);
    const { path, data, etag } = appointmentOf(answer);
    expect(data.appointmentLayers).toEqual([
      {
        layerId: school.id('layers/botany'),
        layer: { id: school.id('layers/botany'), name: 'botany' },
        course: { id: school.id('courses/botany'), code: 'b', name: 'botany' },
      },
    ]);
    const read = await school.get(path);
    expect([read.body.data, read.headers.get('etag')]).toEqual([data, etag]);
  });

  it.each([
    ['others', ['chemistry', 'algebra'], ['botany', 'chemistry', 'algebra']],
    ['itself', ['botany'], ['botany']],
    ['itself among others', ['chemistry', 'botany', 'algebra'], ['botany', 'chemistry', 'algebra']],
  ])('201: it comes first, and once, before %s', async (_, given, attached) => {
    const { data } = appointmentOf(await post({ courseIds: layers(given) }));
    expect(data.appointmentLayers.map(({ layerId }: { layerId: string }) => layerId)).toEqual(layers(attached));
  });

  it('201: every other field, as POST /appointments', async () => {
    const whole = school.fullBody();
    const one = appointmentOf(await school.client.post(pathOf(school, 'algebra'), { ...whole, courseIds: undefined }));
    const two = await school.create(whole);
    expect(one.data).toEqual({ ...two.data, id: one.id });
  });

  it('403: where the institution has switched scheduling off; a replay and an unknown course come before, references after', async () => {
    const mine = await Timetable.in(system);
    const before = await mine.client.post(pathOf(mine), mine.body(), { key: 'before' });
    await changeSettings(mine.institution, { schedulingEnabled: false });
    const { status, body } = await mine.client.post(pathOf(mine), mine.body({ userIds: [randomUUID()] }));
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect((await mine.client.post(`/courses/${randomUUID()}/appointments`, mine.body())).status).toBe(404);
    const again = await mine.client.post(pathOf(mine), mine.body(), { key: 'before' });
    expect([again.status, again.text]).toEqual([201, before.text]);
  });

  it('404: an unknown course, a layer, another institution’s course; before the references, and nothing is created', async () => {
    const title = randomUUID();
    for (const id of [randomUUID(), 'no-uuid', school.id('layers/botany'), other.id('courses/botany')]) {
      for (const fields of [{ title }, { title, userIds: [randomUUID()] }]) {
        const { status, body } = await school.client.post(`/courses/${id}/appointments`, bodyOf(fields));
        expect([id, status, body.code]).toEqual([id, 404, 'resource_not_found']);
      }
    }
    for (const { client } of [school, other]) {
      const all = (await client.walk('/appointments', { fields: 'title,id,dateTime' })) as unknown as {
        title: string;
      }[];
      expect(all.filter((each) => each.title === title)).toEqual([]);
    }
  });

  it('409: a room that another appointment has booked, where the institution refuses that', async () => {
    const mine = await Timetable.in(system);
    await changeSettings(mine.institution, { rejectRoomConflicts: true });
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const booked = await mine.create({ rooms });
    const { status, body } = await mine.client.post(pathOf(mine), mine.body({ rooms }));
    expect([status, body.code, body.conflictingAppointment.id]).toEqual([409, 'conflict', booked.id]);
  });
});
