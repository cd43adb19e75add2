import { describe, expect, it } from 'vitest';
import { importUsers } from '../../support/test-directory.ts';
import { appointmentFields, appointmentOf, startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables();

const user = (ref: string) => ({
  id: school.id(`users/${ref}`),
  name: ref.toUpperCase(),
  email: `${ref}@school.example`,
  firstName: null,
  lastName: null,
  image: null,
});
const participant = (ref: string) => ({ userId: school.id(`users/${ref}`), user: user(ref) });
const layer = (ref: string) => ({
  layerId: school.id(`layers/${ref}`),
  layer: { id: school.id(`layers/${ref}`), name: ref },
  course: { id: school.id(`courses/${ref}`), code: ref.slice(0, 1), name: ref },
});

describe('POST /appointments', () => {
  it('201: every field, with meta and ETag; GET shows the same', async () => {
    const answer = await school.client.post('/appointments', school.fullBody());
    expect(answer.status).toBe(201);
    const room = async (ref: string) => (await school.get(`/rooms/${school.id(`rooms/${ref}`)}`)).body.data;
    const [hall, attic] = [await room('hall'), await room('attic')];
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        title: 'Seminar',
        notes: 'Bring paper.',
        dateTime: '2026-10-12T08:00:00.000Z',
        duration: 90,
        isOnline: false,
        isHybrid: true,
        onlineAddress: 'https://zoom.us/j/1',
        address: 'Gate 1',
        location: 'Main entrance',
        provider: 'zoom',
        roomId: hall.id,
        appointmentRooms: [
          { roomId: hall.id, setupId: school.id('setups/circle'), room: hall, setup: hall.setups[0] },
          { roomId: attic.id, setupId: null, room: attic, setup: null },
        ],
        appointmentLayers: [layer('algebra')],
        organizerUsers: [{ organizerId: school.id('users/ben') }, { organizerId: school.id('users/ada') }],
        appointmentUsers: [participant('cleo'), participant('ben')],
        appointmentCreator: [participant('ada')],
        appointmentUserGroups: [
          {
            userGroupId: school.id('userGroups/choir'),
            userGroup: { id: school.id('userGroups/choir'), name: 'Choir' },
          },
        ],
        appointmentType: { id: school.id('appointmentTypes/lecture'), name: 'Lecture', color: '#1c4e80' },
        series: null,
      },
      meta: {
        requestId: answer.headers.get('x-request-id'),
        timestamp: '2026-10-05T08:00:00.000Z',
        version: 'v4',
        overlaps: [],
      },
    });
    expect(Object.keys(answer.body.data)).toEqual(appointmentFields);
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    const read = await school.get(`/appointments/${answer.body.data.id}`);
    expect([read.body.data, read.headers.get('etag')]).toEqual([answer.body.data, answer.headers.get('etag')]);
  });

  it('201: only required fields: nullable ones are null, other optional ones are left out, arrays are empty', async () => {
    const { data } = await school.create();
    expect(data).toEqual({
      id: data.id,
      title: 'Seminar',
      dateTime: '2026-10-12T08:00:00.000Z',
      duration: 90,
      isOnline: false,
      isHybrid: false,
      location: null,
      roomId: null,
      appointmentRooms: [],
      appointmentLayers: [layer('algebra')],
      organizerUsers: [],
      appointmentUsers: [],
      appointmentCreator: [participant('ada')],
      appointmentUserGroups: [],
      appointmentType: null,
      series: null,
    });
  });

  it('201: no creator if the creator of the integration is unknown', async () => {
    const answer = await school.institution.client.post('/appointments', school.body());
    expect([answer.status, answer.body.data.appointmentCreator]).toEqual([201, []]);
  });

  it('201: several courses, in the order given', async () => {
    const courseIds = ['botany', 'algebra', 'chemistry'].map((ref) => school.id(`layers/${ref}`));
    const { data } = await school.create({ courseIds });
    expect(data.appointmentLayers).toEqual([layer('botany'), layer('algebra'), layer('chemistry')]);
  });

  it.each([
    ['an offset', { dateTime: '2026-10-12T10:00:00+02:00' }, { dateTime: '2026-10-12T08:00:00.000Z' }],
    ['a negative one', { dateTime: '2026-10-11t22:30:00.1239-09:30' }, { dateTime: '2026-10-12T08:00:00.123Z' }],
    ['the last instant', { dateTime: '9998-12-31T23:59:59.999Z' }, { dateTime: '9998-12-31T23:59:59.999Z' }],
    ['the longest duration', { duration: 2 ** 31 - 1 }, { duration: 2 ** 31 - 1 }],
    ['a duration as 1.0', { duration: 1.0 }, { duration: 1 }],
    ['255 characters beyond the BMP', { title: '🎓'.repeat(255) }, { title: '🎓'.repeat(255) }],
    ['one character, white space', { title: ' ' }, { title: ' ' }],
    ['text as it is', { title: ' <b>\n"ü\u0301\u202e ', notes: '' }, { title: ' <b>\n"ü\u0301\u202e ', notes: '' }],
    ['null for the type', { appointmentTypeId: null }, { appointmentType: null }],
    ['empty arrays', { rooms: [], organizerIds: [], userIds: [], userGroupIds: [] }, { appointmentRooms: [] }],
    ['a hint alone', { isOnline: true }, { isOnline: true, isHybrid: false }],
    ['another hint alone', { isHybrid: true }, { isOnline: false, isHybrid: true }],
    ['hints beside an address', { isOnline: true, isHybrid: true, address: 'A' }, { isOnline: false, isHybrid: false }],
    ['an online address', { onlineAddress: 'https://x.example' }, { isOnline: true, provider: 'other' }],
    ['its scheme in upper case', { onlineAddress: 'HTTP://Teams.Microsoft.com/l' }, { provider: 'teams' }],
    ['Google Meet', { onlineAddress: 'https://meet.google.com/a-b' }, { provider: 'google_meet' }],
    ['Webex', { onlineAddress: 'https://school.webex.com/meet' }, { provider: 'webex' }],
  ])('201: %s', async (_, fields, shown) => {
    expect((await school.create(fields)).data).toMatchObject(shown);
  });

  it('201: the address of the first room’s location, and the setup that is in effect', async () => {
    const { data } = await school.create({
      rooms: [{ roomId: school.id('rooms/hall').toUpperCase(), setupId: null }, { roomId: school.id('rooms/attic') }],
    });
    expect([data.address, data.isOnline, data.isHybrid]).toEqual(['Street 1', false, false]);
    expect([data.roomId, data.appointmentRooms[0].roomId]).toEqual([school.id('rooms/hall'), school.id('rooms/hall')]);
    expect([data.appointmentRooms[0].setupId, data.appointmentRooms[0].setup.name]).toEqual([null, 'Rows']);
    expect(data.appointmentRooms[1].setup).toBeNull();
  });

  it('201: a thousand participants', async () => {
    const mine = await Timetable.in(system);
    const userIds = await importUsers(mine.institution, 1000);
    const { data, path, etag } = await mine.create({ userIds });
    expect(data.appointmentUsers.map(({ userId }: { userId: string }) => userId)).toEqual(userIds);
    const read = await mine.get(path);
    expect([read.body.data, read.headers.get('etag')]).toEqual([data, etag]);
  });
});

it('POST /appointments: 201: the appointment is in the list at once', async () => {
  const { id, data } = await school.create({ dateTime: '2031-01-01T00:00:00Z' });
  const { body } = await school.get('/appointments', { from: '2031-01-01T00:00:00Z', to: '2031-01-01T00:00:00.001Z' });
  expect(body.data).toEqual([data]);
  expect(appointmentOf(await school.get(`/appointments/${id}`)).data).toEqual(data);
});
