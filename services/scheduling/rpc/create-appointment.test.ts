import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { type CreateInit, School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

let service: TestService;
let school: School;
let other: School;
const { createAppointment } = AppointmentService.method;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  [school, other] = await Promise.all([School.open(service), School.open(service)]);
});
afterAll(() => service.stop());

describe('CreateAppointment', () => {
  it.each([
    ['an unknown one', () => randomUUID()],
    ['no id at all', () => 'x'],
    ['a layer', () => school.id('layers/algebra')],
    ['another institution’s', () => other.id('courses/algebra')],
  ])('does not find the course of the path: %s', async (_, courseId) => {
    await expect(school.create({ courseId: courseId() })).rejects.toMatchObject({ code: 'COURSE_NOT_FOUND' });
  });

  it('has no creator if an operator calls', async () => {
    const { appointment, surroundings } = await school.operator(createAppointment, school.request());
    expect(appointment?.creatorUserId).toBeUndefined();
    expect(surroundings?.users).toEqual([]);
  });
});

describe('references', () => {
  const foreign: readonly [string, (id: string) => CreateInit, string, string][] = [
    ['courseIds', (id) => ({ courseIds: [school.id('layers/botany'), id] }), '/courseIds/1', 'layers/algebra'],
    ['rooms', (id) => ({ rooms: [{ roomId: id }] }), '/rooms/0/roomId', 'rooms/hall'],
    [
      'setups',
      (id) => ({ rooms: [{ roomId: school.id('rooms/hall'), setupId: id }] }),
      '/rooms/0/setupId',
      'setups/rows',
    ],
    ['organizerIds', (id) => ({ organizerIds: [id] }), '/organizerIds/0', 'users/ada'],
    ['userIds', (id) => ({ userIds: [school.id('users/ben'), id] }), '/userIds/1', 'users/ada'],
    ['userGroupIds', (id) => ({ userGroupIds: [id] }), '/userGroupIds/0', 'userGroups/choir'],
    ['appointmentTypeId', (id) => ({ appointmentTypeId: id }), '/appointmentTypeId', 'users/ada'],
  ];

  it.each(foreign)(
    '%s that are unknown or another institution’s are the same violation',
    async (_, fields, pointer, name) => {
      const fault = { pointer, code: 'invalid_reference' };
      const answers = await Promise.all([other.id(name), randomUUID(), 'x'].map((id) => violationsOf(fields(id))));
      for (const violations of answers) expect(violations).toEqual([expect.objectContaining(fault)]);
      expect(new Set(answers.map((violations) => JSON.stringify(violations))).size).toBe(1);
    },
  );

  it.each<[string, () => CreateInit, string, string]>([
    [
      'a course for its layer',
      () => ({ courseIds: [school.id('courses/algebra')] }),
      '/courseIds/0',
      'invalid_reference',
    ],
    ['an archived user', () => ({ organizerIds: [school.id('users/old')] }), '/organizerIds/0', 'invalid_reference'],
    [
      'a setup of another room',
      () => ({ rooms: [{ roomId: school.id('rooms/hall'), setupId: school.id('setups/hay') }] }),
      '/rooms/0/setupId',
      'invalid_reference',
    ],
    [
      'a room twice',
      () => ({ rooms: [school.id('rooms/hall'), school.id('rooms/hall').toUpperCase()].map((roomId) => ({ roomId })) }),
      '/rooms/1/roomId',
      'invalid_value',
    ],
    [
      'an id twice',
      () => ({ userIds: [school.id('users/ben'), school.id('users/ben').toUpperCase()] }),
      '/userIds/1',
      'invalid_value',
    ],
    ['no course', () => ({ courseIds: [] }), '/courseIds', 'too_small'],
    [
      'a date that does not exist',
      () => ({ dateTime: '2026-02-30T00:00:00.000Z' }),
      '/appointment/dateTime',
      'invalid_string',
    ],
    ['an invalid address', () => ({ onlineAddress: 'zoom.us/j/1' }), '/appointment/onlineAddress', 'invalid_string'],
  ])('%s is refused', async (_, fields, pointer, code) => {
    expect(await violationsOf(fields())).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('are refused together', async () => {
    const fields = { courseIds: ['x'], organizerIds: ['y'], rooms: [{ roomId: 'z' }] };
    const pointers = (await violationsOf(fields)).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/courseIds/0', '/organizerIds/0', '/rooms/0/roomId']);
  });

  it('may include a thousand participants and two hundred organizers', async () => {
    const ids = Array.from({ length: 1200 }, () => randomUUID());
    const violations = await violationsOf({ userIds: ids.slice(0, 1000), organizerIds: ids.slice(1000) });
    expect(violations).toHaveLength(100);
  });
});

async function violationsOf(fields: CreateInit): Promise<readonly Violation[]> {
  const refusal = await school.create(fields).then(
    () => expect.unreachable('it was created'),
    (error: { code: string; violations: readonly Violation[] }) => error,
  );
  expect(refusal.code).toBe('REQUEST_INVALID');
  return refusal.violations;
}
