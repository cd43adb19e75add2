import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import { appointmentOf, startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables({ platform: 'own' });
afterAll(() => system.stop());

const idsOf = (items: Record<string, string>[], name: string) => items.map((item) => item[name]);

describe('PATCH /appointments/{id}: 200', () => {
  it('the updated appointment, with a new ETag; GET shows the same', async () => {
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

  it('null clears all at once: no venue is left, and the hints stand', async () => {
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

  it('null for a field without a value changes nothing', async () => {
    const appointment = await school.create();
    const nothing = Object.fromEntries(Object.keys(cleared).map((field) => [field, null]));
    const answer = await school.patch(appointment, nothing);
    expect([answer.status, answer.body.data, answer.headers.get('etag')]).toEqual([
      200,
      appointment.data,
      appointment.etag,
    ]);
  });

  it('existing references stay even if their records have changed, but cannot be added again', async () => {
    const mine = await Timetable.in(system);
    const userIds = [mine.id('users/cleo')];
    const appointment = await mine.create({ userIds });
    await mine.client.patch(`/users/${mine.id('users/cleo')}`, { isArchived: true }, { ifMatch: '*' });
    expect((await mine.patch(appointment, { userIds, title: 'New' })).status).toBe(200);
    expect((await mine.post({ userIds })).status).toBe(400);
  });
});

describe('PATCH /appointments/{id}', () => {
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

  it('412: before 422 of a reference and before 409', async () => {
    const appointment = await school.create();
    const { status } = await school.client.patch(appointment.path, { userIds: [randomUUID()] }, { ifMatch: '"x"' });
    expect(status).toBe(412);
  });
});
