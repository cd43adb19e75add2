import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { present } from '../../../platform/core/present.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Appointment, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { type AppointmentJson, changeOf, School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

let service: TestService;
let school: School;
let other: School;
let appointment: Appointment;
const { updateAppointment, deleteAppointment } = AppointmentService.method;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations], service: 'own' });
  [school, other] = await Promise.all([School.open(service), School.open(service)]);
});
beforeEach(async () => {
  appointment = await school.create({ organizerIds: [school.id('users/ada')], notes: 'Chalk' });
});
afterAll(() => service.stop());

const any = { any: true };

async function patch(fields: AppointmentJson, precondition: object = any): Promise<Appointment> {
  const request = { id: appointment.id, precondition, ...changeOf(fields) };
  return present((await school.call(updateAppointment, request)).appointment, 'appointment');
}

describe('UpdateAppointment', () => {
  it('accepts references that the appointment already has, archived or not', async () => {
    const call = school.call;
    const zoe = present(
      (await call(UserService.method.createUser, { user: { email: `${randomUUID()}@x.example`, name: 'Z' } })).user,
      'user',
    );
    await patch({ userIds: [zoe.id] });
    const archived = { user: { isArchived: true }, updateMask: { paths: ['is_archived'] } };
    await call(UserService.method.updateUser, { id: zoe.id, precondition: any, ...archived });
    await patch({ userIds: [school.id('users/ben'), zoe.id.toUpperCase()] });
    await expect(patch({ organizerIds: [zoe.id] })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/organizerIds/0', code: 'invalid_reference' }],
    });
    expect((await school.get(appointment.id)).userIds).toEqual([school.id('users/ben'), zoe.id]);
  });

  it.each<[string, () => AppointmentJson, string]>([
    ['courseIds', () => ({ courseIds: [other.id('layers/algebra')] }), '/courseIds/0'],
    ['rooms', () => ({ rooms: [{ roomId: other.id('rooms/hall') }] }), '/rooms/0/roomId'],
    ['organizerIds', () => ({ organizerIds: [other.id('users/ada')] }), '/organizerIds/0'],
    ['userIds', () => ({ userIds: [other.id('users/ada')] }), '/userIds/0'],
    ['userGroupIds', () => ({ userGroupIds: [other.id('userGroups/choir')] }), '/userGroupIds/0'],
    ['appointmentTypeId', () => ({ appointmentTypeId: randomUUID() }), '/appointmentTypeId'],
    ['onlineAddress', () => ({ onlineAddress: 'ftp://x.example' }), '/appointment/onlineAddress'],
    ['duration', () => ({ duration: -1 }), '/appointment/duration'],
  ])('refuses another institution’s and malformed %s, and changes nothing', async (_, fields, pointer) => {
    await expect(patch({ title: 'x', ...fields() })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer }],
    });
    expect(await school.get(appointment.id)).toEqual(appointment);
  });
});

describe('races', () => {
  it('apply exactly one of many patches with one revision', async () => {
    const precondition = { revisions: [appointment.revision] };
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => patch({ title: `Title ${n}` }, precondition)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'REVISION_STALE' });
    expect((await school.get(appointment.id)).sequence).toBe(1);
  });

  it('apply patches without a revision one after the other', async () => {
    const hall = { rooms: [{ roomId: school.id('rooms/hall') }] };
    const barn = { rooms: [{ roomId: school.id('rooms/barn') }] };
    await Promise.all([patch(hall), patch({ title: 'Lecture' }), patch(barn)]);
    const now = await school.get(appointment.id);
    expect(now).toMatchObject({ title: 'Lecture', sequence: 3 });
    expect(now.address).toBe(now.rooms[0]?.roomId === school.id('rooms/hall') ? 'Street 1' : 'Street 2');
  });

  it('apply exactly one of a patch and a deletion with one revision', async () => {
    const precondition = { revisions: [appointment.revision] };
    const [patched, deleted] = await Promise.allSettled([
      patch({ title: 'Lecture' }, precondition),
      school.call(deleteAppointment, { id: appointment.id, precondition }),
    ]);
    const [left] = await service.sql<{ title: string; is_deleted: boolean }>(
      'SELECT title, deleted_at IS NOT NULL AS is_deleted FROM appointments WHERE id = $1',
      [appointment.id],
    );
    if (patched.status === 'fulfilled') {
      expect(deleted).toMatchObject({ reason: { code: 'REVISION_STALE' } });
      expect(left).toEqual({ title: 'Lecture', is_deleted: false });
    } else {
      expect(patched.reason).toMatchObject({ code: 'APPOINTMENT_NOT_FOUND' });
      expect(deleted.status).toBe('fulfilled');
      expect(left).toEqual({ title: 'Seminar', is_deleted: true });
    }
  });
});
