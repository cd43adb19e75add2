import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { type AppointmentJson, changeOf, School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

const precondition = { any: true };
const { deleteAppointment, getCalendarVersion, updateAppointment } = AppointmentService.method;
let service: TestService;
let school: School;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations], service: 'own' });
  school = await School.open(service);
});
afterAll(() => service.stop());

const read = (value: string) => school.call(getCalendarVersion, { filter: { case: 'userId', value } });

it('differs whenever an entry is added, changed, deleted or expires, however fast', async () => {
  const ben = school.id('users/ben');
  const seen = [(await read(ben)).version];
  // The clock stands still: everything happens within one millisecond.
  const note = async () => {
    const { version } = await read(ben);
    expect((await read(ben)).version).toBe(version);
    seen.push(version);
  };
  const first = await school.create({ userIds: [ben] });
  await note();
  const second = await school.create({ userIds: [ben] });
  await note();
  const patch = (fields: AppointmentJson) =>
    school.call(updateAppointment, { id: first.id, precondition, ...changeOf(fields) });
  for (const fields of [{ title: 'New' }, { title: 'Seminar' }, { userIds: null }, { userIds: [ben] }]) {
    await patch(fields);
    await note();
  }
  await school.call(deleteAppointment, { id: second.id, precondition });
  await note();
  service.clock.advance(30 * DAY_MS);
  await note();
  expect(new Set(seen).size).toBe(seen.length);
});

it('counts first organizers and rooms, each once', async () => {
  const cleo = school.id('users/cleo');
  const organizerIds = [school.id('users/ada'), school.id('users/ben')];
  const rooms = ['rooms/hall', 'rooms/attic'].map((name) => ({ roomId: school.id(name) }));
  for (let n = 0; n < 3; n++)
    await school.create({ userIds: [cleo], organizerIds, rooms: n === 0 ? rooms : rooms.slice(1) });
  const found = await read(cleo);
  expect([found.organizerIds, [...found.roomIds].sort()]).toEqual([
    [school.id('users/ada')],
    rooms.map(({ roomId }) => roomId).sort(),
  ]);
});

it.each(['no-uuid', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'])(
  'of an unknown user (%s) is that of an empty calendar',
  async (id) => {
    const empty = await read(id);
    expect([empty.organizerIds, empty.roomIds]).toEqual([[], []]);
    expect(empty.version).toBe((await read('another')).version);
  },
);
