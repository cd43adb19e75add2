import { afterAll, describe, expect, it } from 'vitest';
import { importCourses } from '../../support/test-directory.ts';
import { importInto } from '../../support/test-locations.ts';
import { startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables({ platform: 'own' });
afterAll(() => system.stop());

it('GET /appointments/{id}: 200: requested optional fields without a value are left out', async () => {
  const { path, id } = await school.create();
  const { status, body } = await school.get(path, { fields: 'id,notes,address,onlineAddress,provider,location' });
  expect([status, body.data]).toEqual([200, { id, location: null }]);
});

/** For each change of a record an appointment shows: what it shows afterwards. */
const changes: readonly [what: string, change: (mine: Timetable) => Promise<unknown>, shown: object][] = [
  [
    'a participant',
    (mine) => mine.client.patch(`/users/${mine.id('users/cleo')}`, { name: 'Cleo II' }, { ifMatch: '*' }),
    { appointmentUsers: [{ user: { name: 'Cleo II' } }, {}] },
  ],
  [
    'the creator',
    (mine) => mine.client.patch(`/users/${mine.id('users/ada')}`, { image: 'https://x.example/i' }, { ifMatch: '*' }),
    { appointmentCreator: [{ user: { image: 'https://x.example/i' } }] },
  ],
  [
    'a participant, who was archived',
    (mine) => mine.client.patch(`/users/${mine.id('users/cleo')}`, { isArchived: true, code: 'C' }, { ifMatch: '*' }),
    { appointmentUsers: [{ user: { name: 'CLEO' } }, {}] },
  ],
  [
    'a room',
    (mine) =>
      importInto(mine.institution, [
        { ref: 'hill', name: 'Hill', address: 'Street 2', rooms: [{ ref: 'attic', name: 'Loft', capacity: 7 }] },
      ]),
    { appointmentRooms: [{}, { room: { name: 'Loft', capacity: 7 } }] },
  ],
  [
    'a course',
    (mine) => importCourses(mine.institution, [{ ref: 'algebra', name: 'Algebra II', code: 'a' }]),
    { appointmentLayers: [{ course: { name: 'Algebra II' }, layer: { name: 'Algebra II' } }] },
  ],
];

describe('GET /appointments/{id}: 200: a change of a record that the appointment shows', () => {
  it.each(changes)(
    '%s: is shown with another ETag, and makes no pending If-Match stale',
    async (what, change, shown) => {
      const mine = await Timetable.in(system);
      const before = await mine.create(mine.fullBody());
      system.clock.advance(1_000);
      await change(mine);
      const { headers, body } = await mine.get(before.path);
      expect(body.data).toMatchObject(shown);
      if (!what.includes('archived')) {
        expect(headers.get('etag')).not.toBe(before.etag);
        const condition = { headers: { 'if-none-match': before.etag } };
        expect((await mine.client.get(before.path, condition)).status).toBe(200);
      }
      const patched = await mine.patch(before, { title: 'New' });
      expect([patched.status, patched.body.data]).toEqual([200, { ...body.data, title: 'New' }]);
      expect((await mine.patch(before, { title: 'Newer' })).status).toBe(412);
    },
  );

  it('the location’s address does not follow: it was taken at the write', async () => {
    const mine = await Timetable.in(system);
    const { path } = await mine.create({ rooms: [{ roomId: mine.id('rooms/attic') }] });
    await importInto(mine.institution, [{ ref: 'hill', name: 'Hill', address: 'Street 9', rooms: [] }]);
    expect((await mine.get(path)).body.data.address).toBe('Street 2');
  });
});
