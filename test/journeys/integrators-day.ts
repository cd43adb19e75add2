import { expect, it } from 'vitest';
import { newUser } from '../support/test-directory.ts';
import { appointmentOf } from '../support/test-timetable.ts';
import type { Campus } from './campus.ts';

/**
 * A timetable system's day: a new lecturer, a course's appointments in a room, a change of plan, and the calendar of it
 * all.
 */
export function integratorsDay(campus: () => Campus): void {
  let lecturer: string;
  const get = async (path: string, query: Record<string, string> = {}) => {
    const answer = await campus().client.get(path, { query });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer;
  };
  const appointments = () => get(`/courses/${campus().id('courses', 'c01')}/appointments`);

  it('a lecturer comes, and is found by the code and changed', async () => {
    ({ id: lecturer } = await newUser(campus().client, { firstName: 'Grace', lastName: 'Hopper', code: 'NH-7001' }));
    const { body } = await get('/users', { code: 'nh-7001' });
    expect(body.data).toMatchObject([{ id: lecturer }]);
    const changed = await campus().client.patch(`/users/${lecturer}`, { lastName: 'Murray' }, { ifMatch: '*' });
    expect(changed.body.data).toMatchObject({ firstName: 'Grace', lastName: 'Murray' });
  });

  it('appointments of a course name course, room, group and lecturer as the services behind know them', async () => {
    const { client } = campus();
    for (const [title, day] of [
      ['Lecture 1', '12'],
      ['Lecture 2', '19'],
    ]) {
      const body = {
        title,
        dateTime: `2026-10-${day}T10:00:00+02:00`,
        duration: 90,
        rooms: [{ roomId: campus().id('rooms', 'h101') }],
        organizerIds: [lecturer],
        userGroupIds: [campus().id('userGroups', 'cs-a')],
      };
      const path = `/courses/${campus().id('courses', 'c01')}/appointments`;
      const key = `day-${day}`;
      const created = await client.post(path, body, { key });
      expect([created.status, created.body.data.organizerUsers]).toEqual([201, [{ organizerId: lecturer }]]);
      expect((await client.post(path, body, { key })).text).toBe(created.text);
    }
    const { body } = await appointments();
    expect(body.data.map(({ title }: { title: string }) => title).sort()).toEqual(['Lecture 1', 'Lecture 2']);
    expect(body.data[0]).toMatchObject({
      appointmentRooms: [{ room: { name: 'H 1.01' } }],
      appointmentLayers: [{ course: { name: 'Analysis I' } }],
      appointmentUserGroups: [{ userGroup: { name: 'CS group A' } }],
    });
  });

  it('moved and cancelled appointments show in the list and in the calendar', async () => {
    const { client } = campus();
    const [first, second] = (await appointments()).body.data.map(({ id }: { id: string }) => id);
    const read = appointmentOf(await get(`/appointments/${first}`));
    const moved = await client.patch(read.path, { dateTime: '2026-10-13T10:00:00+02:00' }, { ifMatch: read.etag });
    expect([moved.status, moved.body.data.dateTime]).toEqual([200, '2026-10-13T08:00:00.000Z']);
    expect((await client.patch(read.path, { title: 'Late' }, { ifMatch: read.etag })).status).toBe(412);
    expect((await client.send('DELETE', `/appointments/${second}`, { ifMatch: '*' })).status).toBe(204);

    expect((await appointments()).body.data).toMatchObject([{ id: first, dateTime: '2026-10-13T08:00:00.000Z' }]);
    const { text } = await get(`/courses/${campus().id('courses', 'c01')}/appointments.ics`);
    expect(text).toContain('20261013T');
    expect(text.match(/BEGIN:VEVENT/g)?.length).toBe(2);
    expect(text.match(/STATUS:CANCELLED/g)?.length).toBe(1);
  });
}
