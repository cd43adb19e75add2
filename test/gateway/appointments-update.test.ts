import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appointmentFaults, references } from '../support/appointment-faults.ts';
import { changeSettings } from '../support/test-directory.ts';
import type { TestSystem } from '../support/test-system.ts';
import { appointmentOf, startTimetables, Timetable } from '../support/test-timetable.ts';

let system: TestSystem;
let school: Timetable;
let other: Timetable;

beforeAll(async () => {
  ({ system, school, other } = await startTimetables());
});
afterAll(() => system.stop());

const idsOf = (items: Record<string, string>[], name: string) => items.map((item) => item[name]);

describe('PATCH /appointments/{id}: 200', () => {
  it('the appointment as it is now, with a new ETag; GET shows the same', async () => {
    const appointment = await school.create(school.fullBody());
    system.clock.advance(1_234);
    const change = { title: 'Exam', dateTime: '2026-11-01T10:00:00+01:00', duration: 30, location: 'Aula', notes: 'N' };
    const answer = await school.patch(appointment, change);
    const shown = { ...change, dateTime: '2026-11-01T09:00:00.000Z' };
    expect([answer.status, answer.body.data]).toEqual([200, { ...appointment.data, ...shown }]);
    expect(answer.headers.get('etag')).not.toBe(appointment.etag);
    const read = await school.get(appointment.path);
    expect([read.body.data, read.headers.get('etag')]).toEqual([answer.body.data, answer.headers.get('etag')]);
  });

  it('arrays replace, in the order given', async () => {
    const appointment = await school.create(school.fullBody());
    const { data } = appointmentOf(
      await school.patch(appointment, {
        courseIds: [school.id('layers/chemistry'), school.id('layers/algebra')],
        rooms: [
          { roomId: school.id('rooms/attic') },
          { roomId: school.id('rooms/hall'), setupId: school.id('setups/rows') },
        ],
        organizerIds: [school.id('users/cleo')],
        userIds: [school.id('users/ada')],
      }),
    );
    expect(idsOf(data.appointmentLayers, 'layerId')).toEqual([
      school.id('layers/chemistry'),
      school.id('layers/algebra'),
    ]);
    expect(idsOf(data.appointmentRooms, 'roomId')).toEqual([school.id('rooms/attic'), school.id('rooms/hall')]);
    expect([data.roomId, data.appointmentRooms[1].setup.name]).toEqual([school.id('rooms/attic'), 'Rows']);
    expect(data.organizerUsers).toEqual([{ organizerId: school.id('users/cleo') }]);
    expect(idsOf(data.appointmentUsers, 'userId')).toEqual([school.id('users/ada')]);
    expect(data.appointmentUserGroups).toHaveLength(1);
  });

  const cleared = {
    notes: { notes: undefined },
    address: { address: 'Street 1' },
    onlineAddress: { onlineAddress: undefined, provider: undefined, isHybrid: false },
    location: { location: null },
    rooms: { appointmentRooms: [], roomId: null },
    organizerIds: { organizerUsers: [] },
    userIds: { appointmentUsers: [] },
    userGroupIds: { appointmentUserGroups: [] },
    appointmentTypeId: { appointmentType: null },
    isOnline: {},
    isHybrid: {},
  };
  it.each(Object.entries(cleared))('null clears %s', async (field, shown) => {
    const appointment = await school.create(school.fullBody());
    const { status, body } = await school.patch(appointment, { [field]: null });
    const expected = JSON.parse(JSON.stringify({ ...appointment.data, ...shown }));
    expect([status, body.data]).toEqual([200, expected]);
  });

  it.each(['rooms', 'organizerIds', 'userIds', 'userGroupIds'] as const)(
    'an empty %s clears as null does',
    async (field) => {
      const appointment = await school.create(school.fullBody());
      const { status, body } = await school.patch(appointment, { [field]: [] });
      expect([status, body.data]).toEqual([200, { ...appointment.data, ...cleared[field] }]);
    },
  );

  it('null clears all at once: no place is left, and the hints stand', async () => {
    const appointment = await school.create(school.fullBody());
    const nothing = Object.fromEntries(Object.keys(cleared).map((field) => [field, null]));
    const { data } = appointmentOf(await school.patch(appointment, nothing));
    expect(data).toEqual({
      ...(await school.create()).data,
      id: appointment.id,
    });
    const hinted = appointmentOf(await school.patch({ ...appointment, etag: '*' }, { isHybrid: true }));
    expect([hinted.data.isOnline, hinted.data.isHybrid]).toEqual([false, true]);
  });

  it('flags, address and provider follow rooms, address and onlineAddress', async () => {
    let appointment = await school.create();
    const seen: unknown[] = [];
    const changes = [
      { rooms: [{ roomId: school.id('rooms/hall') }] },
      { onlineAddress: 'https://teams.microsoft.com/l/1' },
      { rooms: [{ roomId: school.id('rooms/attic') }, { roomId: school.id('rooms/hall') }] },
      { rooms: null },
      { address: 'Gate 1' },
      { rooms: [{ roomId: school.id('rooms/hall') }] },
      { onlineAddress: null, isOnline: true },
      { address: null },
    ];
    for (const change of changes) {
      appointment = appointmentOf(await school.patch(appointment, change));
      const { isOnline, isHybrid, address, provider } = appointment.data;
      seen.push([isOnline, isHybrid, address, provider]);
    }
    expect(seen).toEqual([
      [false, false, 'Street 1', undefined],
      [false, true, 'Street 1', 'teams'],
      [false, true, 'Street 2', 'teams'],
      [true, false, undefined, 'teams'],
      [false, true, 'Gate 1', 'teams'],
      [false, true, 'Gate 1', 'teams'],
      [false, false, 'Gate 1', undefined],
      [false, false, 'Street 1', undefined],
    ]);
  });

  it.each([
    ['an empty object', () => ({})],
    ['all that is there already', () => ({ ...school.fullBody(), dateTime: '2026-10-12T10:00:00+02:00' })],
  ])('%s changes nothing, not even the ETag', async (_, body) => {
    const appointment = await school.create(school.fullBody());
    system.clock.advance(1_000);
    const answer = await school.patch(appointment, body());
    expect([answer.status, answer.body.data, answer.headers.get('etag')]).toEqual([
      200,
      appointment.data,
      appointment.etag,
    ]);
  });

  it('null where there is nothing changes nothing either', async () => {
    const appointment = await school.create();
    const nothing = Object.fromEntries(Object.keys(cleared).map((field) => [field, null]));
    const answer = await school.patch(appointment, nothing);
    expect([answer.status, answer.body.data, answer.headers.get('etag')]).toEqual([
      200,
      appointment.data,
      appointment.etag,
    ]);
  });

  it('what an appointment refers to already stays, whatever has become of it, and is not taken anew', async () => {
    const mine = await Timetable.in(system);
    const userIds = [mine.id('users/cleo')];
    const appointment = await mine.create({ userIds });
    await mine.client.patch(`/users/${mine.id('users/cleo')}`, { isArchived: true }, { ifMatch: '*' });
    expect((await mine.patch(appointment, { userIds, title: 'New' })).status).toBe(200);
    expect((await mine.post({ userIds })).status).toBe(400);
  });
});

describe('PATCH /appointments/{id}: refusals', () => {
  it('404 before 428 and 412: an unknown id, no id of anything, another institution’s', async () => {
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

  it('412 before 422 of a reference and before 409', async () => {
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
