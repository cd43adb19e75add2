import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import { startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables();

const remove = (id: string, ifMatch?: string) =>
  school.client.send('DELETE', `/appointments/${id}`, ifMatch === undefined ? {} : { ifMatch });

describe('DELETE /appointments/{id}', () => {
  it('204: no body, and the appointment is shown nowhere any more', async () => {
    const appointment = await school.create({ dateTime: '2030-01-01T00:00:00Z' });
    const answer = await school.delete(appointment);
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
    expect((await school.get(appointment.path)).status).toBe(404);
    for (const list of ['/appointments', `/courses/${school.id('courses/algebra')}/appointments`]) {
      expect((await school.get(list, { from: '2030-01-01T00:00:00Z' })).body.data).toEqual([]);
    }
    expect((await school.patch(appointment, { title: 'New' })).status).toBe(404);
  });

  it('204: in any state with If-Match: *', async () => {
    const appointment = await school.create();
    await school.patch(appointment, { title: 'New' });
    expect((await remove(appointment.id, '*')).status).toBe(204);
  });

  it('204: an id in upper case is the same id; a body is ignored', async () => {
    const { id, etag } = await school.create();
    const answer = await school.client.send('DELETE', `/appointments/${id.toUpperCase()}`, { ifMatch: etag, json: {} });
    expect(answer.status).toBe(204);
  });

  it('204: the room is free again', async () => {
    const mine = await Timetable.in(system);
    await changeSettings(mine.institution, { rejectRoomConflicts: true });
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const appointment = await mine.create({ rooms });
    expect((await mine.post({ rooms })).status).toBe(409);
    expect((await mine.delete(appointment)).status).toBe(204);
    expect((await mine.post({ rooms })).status).toBe(201);
  });

  it('404: a second time, with any condition', async () => {
    const appointment = await school.create();
    expect((await school.delete(appointment)).status).toBe(204);
    for (const ifMatch of [appointment.etag, '*', '"x"', undefined]) {
      const { status, body } = await remove(appointment.id, ifMatch);
      expect([status, body.code]).toEqual([404, 'resource_not_found']);
    }
  });
});
