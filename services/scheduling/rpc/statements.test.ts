import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { RunningService } from '../../../platform/process/service.ts';
import { type Appointment, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { type AppointmentJson, type CreateInit, changeOf, School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

let service: TestService;
let school: School;
let strict: School;
let appointment: Appointment;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  [school, strict] = await Promise.all([School.open(service), School.open(service, { rejectRoomConflicts: true })]);
  appointment = await school.create({ rooms: hall(school) });
});
afterAll(() => service.stop());

afterEach(() => {
  vi.restoreAllMocks();
});

const appointments = AppointmentService.method;
const precondition = { any: true };
const hall = (of: School) => [{ roomId: of.id('rooms/hall') }];
const create = (of: School, fields: CreateInit) => of.call(appointments.createAppointment, of.request(fields));
const everything = (of: School): CreateInit => ({
  rooms: hall(of),
  organizerIds: [of.id('users/ada')],
  userIds: [of.id('users/ben'), of.id('users/cleo')],
  userGroupIds: [of.id('userGroups/choir')],
});
const patch = (fields: AppointmentJson) => () =>
  school.call(appointments.updateAppointment, { id: appointment.id, precondition, ...changeOf(fields) });

it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  ['CreateAppointment, in one round trip after a read', () => create(school, everything(school)), 2, 8],
  ['CreateAppointment with conflicts rejected', () => create(strict, everything(strict)), 3, 9],
  ['UpdateAppointment of its time', patch({ duration: 10 }), 3, 12],
  ['UpdateAppointment of its room', () => patch({ rooms: [{ roomId: school.id('rooms/attic') }] })(), 3, 14],
  ['UpdateAppointment of nothing', patch({}), 3, 5],
  ['ImportAppointmentTypes', () => importRecords(school.operator, 'appointmentTypes', [{ ref: 'a', name: 'A' }]), 2, 5],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic('scheduling');
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});

it('CreateAppointment calls other services once for each kind of record it refers to', async () => {
  const invoke = vi.spyOn(RunningService.prototype, 'invoke');
  await create(school, everything(school));
  // Other platforms of this worker record their requests meanwhile.
  const own = invoke.mock.calls.filter(([, , { actor }]) => actor.institutionId === school.institutionId);
  const called = own.map(([{ name }]) => name);
  expect(called).toHaveLength(6);
  expect(called).toEqual([...new Set(called)]);
});
