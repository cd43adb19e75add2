import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

let service: TestService;
let school: School;
const { createAppointment, deleteAppointment } = AppointmentService.method;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  school = await School.open(service);
});
afterAll(() => service.stop());

it('is the first response, even if the appointment and its references have changed since', async () => {
  const keyed = service.callWithKey(school.actor, { key: randomUUID(), fingerprint: 'f' });
  const request = school.request({
    organizerIds: [school.id('users/ben')],
    userGroupIds: [school.id('userGroups/choir')],
    rooms: [{ roomId: school.id('rooms/hall') }],
  });
  const first = await keyed(createAppointment, request);
  await school.call(UserService.method.updateUser, {
    id: school.id('users/ben'),
    precondition: { any: true },
    user: { name: 'Benedict', isArchived: true },
    updateMask: { paths: ['name', 'is_archived'] },
  });
  const { id = '' } = first.message.appointment ?? {};
  await school.call(deleteAppointment, { id, precondition: { any: true } });
  const again = await keyed(createAppointment, request);
  expect(again.message).toEqual(first.message);
  expect(again.metadata).toEqual({ ...first.metadata, replayed: true });
  expect(again.message.surroundings?.users.map(({ name }) => name).sort()).toEqual(['ada', 'ben']);
});

it('does not repeat a refusal', async () => {
  const keyed = service.callWithKey(school.actor, { key: randomUUID(), fingerprint: 'f' });
  const refused = keyed(createAppointment, school.request({ organizerIds: [randomUUID()] }));
  await expect(refused).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  expect((await keyed(createAppointment, school.request())).metadata?.replayed).toBe(false);
});
