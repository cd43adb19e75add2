import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { appointmentFaults, references } from '../../support/appointment-faults.ts';
import { changeSettings } from '../../support/test-directory.ts';
import { appointmentOf, startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school, other } = await startTimetables();
afterAll(() => system.stop());

describe('PATCH /appointments/{id}', () => {
  it('404: before 428 and 412: an unknown id, a malformed one, another institution’s', async () => {
    const theirs = await other.create();
    for (const id of [randomUUID(), 'no-uuid', theirs.id, theirs.id.toUpperCase()]) {
      for (const ifMatch of [{}, { ifMatch: '*' }, { ifMatch: theirs.etag }, { ifMatch: '"x"' }]) {
        const { status, body } = await school.client.patch(`/appointments/${id}`, { title: 'New' }, ifMatch);
        expect([status, body.code]).toEqual([404, 'resource_not_found']);
      }
    }
    expect((await other.get(theirs.path)).body.data).toEqual(theirs.data);
  });

  it('409: a room that another appointment has booked, where the institution refuses that; nothing is changed', async () => {
    const mine = await Timetable.in(system);
    await changeSettings(mine.institution, { rejectRoomConflicts: true });
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const booked = await mine.create({ rooms });
    const later = await mine.create({ rooms, dateTime: '2026-10-12T09:30:00Z' });
    const elsewhere = await mine.create({ rooms: [{ roomId: mine.id('rooms/attic') }] });
    const conflictingAppointment = {
      id: booked.id,
      roomId: mine.id('rooms/hall'),
      dateTime: booked.data.dateTime,
      duration: 90,
    };
    for (const [appointment, change] of [
      [later, { dateTime: '2026-10-12T09:29:59.999Z' }],
      [elsewhere, { rooms }],
    ] as const) {
      const { status, body } = await mine.patch(appointment, change);
      expect([status, body.code, body.conflictingAppointment]).toEqual([409, 'conflict', conflictingAppointment]);
      expect((await mine.get(appointment.path)).body.data).toEqual(appointment.data);
    }
    expect((await mine.patch(booked, { duration: 89 })).status).toBe(200);
    expect((await mine.patch(later, { dateTime: '2026-10-12T09:29:00Z' })).status).toBe(200);
  });

  it('412: an ETag that another change has made stale; nothing is changed', async () => {
    const appointment = await school.create();
    const changed = appointmentOf(await school.patch(appointment, { title: 'First' }));
    const { status, body } = await school.patch(appointment, { title: 'Second' });
    expect([status, body.code]).toEqual([412, 'precondition_failed']);
    expect((await school.get(appointment.path)).body.data).toEqual(changed.data);
  });

  it('412: before 422 of a reference and before 409', async () => {
    const appointment = await school.create();
    const { status } = await school.client.patch(appointment.path, { userIds: [randomUUID()] }, { ifMatch: '"x"' });
    expect(status).toBe(412);
  });

  it('428: no If-Match; nothing is changed', async () => {
    const appointment = await school.create();
    for (const change of [{ title: 'New' }, { userIds: [randomUUID()] }]) {
      const { status, body } = await school.client.patch(appointment.path, change);
      expect([status, body.code]).toEqual([428, 'precondition_required']);
    }
    expect((await school.get(appointment.path)).body.data).toEqual(appointment.data);
  });

  it('422: every fault of a body', async () => {
    const appointment = await school.create();
    for (const [what, fault, pointer, code] of appointmentFaults) {
      const { status, body } = await school.patch(appointment, fault);
      expect([what, status, body.code, body.errors]).toEqual([
        what,
        422,
        'validation_failed',
        [expect.objectContaining({ pointer, code })],
      ]);
    }
    expect((await school.get(appointment.path)).headers.get('etag')).toBe(appointment.etag);
  });

  it.each(references)(
    '422: %s: an unknown id, no id of anything, one of another institution',
    async (_, pointer, fields) => {
      const appointment = await school.create();
      for (const id of [randomUUID(), 'no-uuid', school.id('courses/algebra'), other.id('users/ada')]) {
        const { status, body } = await school.patch(appointment, fields(id));
        expect([status, body.code, body.errors]).toEqual([
          422,
          'validation_failed',
          [expect.objectContaining({ pointer, code: 'invalid_reference' })],
        ]);
      }
    },
  );

  it('422: a setup of another room', async () => {
    const appointment = await school.create();
    const rooms = [{ roomId: school.id('rooms/attic'), setupId: school.id('setups/rows') }];
    const { status, body } = await school.patch(appointment, { rooms });
    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([
      422,
      '/rooms/0/setupId',
      'invalid_reference',
    ]);
  });
});
