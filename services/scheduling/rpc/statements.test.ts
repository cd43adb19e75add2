import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../../dev/testing/database-traffic.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { type Appointment, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';
import { type CreateInit, School } from '../testing/school.ts';

let service: TestService;
let school: School;
let strict: School;
let appointment: Appointment;
let doomed: Appointment;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  [school, strict] = await Promise.all([School.open(service), School.open(service, { rejectRoomConflicts: true })]);
  appointment = await school.create({ rooms: hall(school) });
  doomed = await school.create({ rooms: hall(school) });
});
afterAll(() => service.stop());

afterEach(() => {
  vi.restoreAllMocks();
});

const appointments = AppointmentService.method;
const imports = ImportService.method;
const page = { size: 50 };
const precondition = { any: true };
const hall = (of: School) => [{ roomId: of.id('rooms/hall') }];
/** What directory and locations are asked meanwhile. */
const SETTINGS = 'institutions_by_id';
const OF_OTHERS = ['courses_by_layers', 'users_by_ids', 'user_groups_by_ids', 'rooms_by_ids', 'locations_by_ids'];
const create = (of: School, fields: CreateInit) => of.call(appointments.createAppointment, of.request(fields));
const everything = (of: School): CreateInit => ({
  rooms: hall(of),
  organizerIds: [of.id('users/ada')],
  userIds: [of.id('users/ben'), of.id('users/cleo')],
  userGroupIds: [of.id('userGroups/choir')],
});
const list = (filters: object) => () => school.call(appointments.listAppointments, { page, ...filters });
const patch = (fields: object) => () =>
  school.call(appointments.updateAppointment, { id: appointment.id, precondition, ...fields });

it.each<[string, () => Promise<unknown>, string[]]>([
  ['GetAppointment', () => school.get(appointment.id), ['appointments_by_id']],
  [
    'GetAppointment, ten at once',
    () => Promise.all(Array.from({ length: 10 }, () => school.get(appointment.id))),
    ['appointments_by_id'],
  ],
  ['ListAppointments', list({}), ['appointments_list']],
  [
    'ListAppointments of a time',
    list({ from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }),
    ['appointments_list'],
  ],
  ['ListAppointments changed', list({ updatedSince: '2026-01-01T00:00:00.000Z' }), ['appointments_list_updated_since']],
  ['ListAppointments of one', () => list({ roomId: school.id('rooms/hall') })(), ['appointments_list_of']],
  [
    'ListAppointments of several',
    () => list({ roomId: school.id('rooms/hall'), userId: school.id('users/ada') })(),
    ['appointments_list_of_filtered'],
  ],
  [
    'ListCalendarEntries',
    () =>
      school.call(appointments.listCalendarEntries, {
        page,
        filter: { case: 'roomId', value: school.id('rooms/hall') },
      }),
    ['appointments_calendar_entries'],
  ],
  [
    'GetCalendarVersion',
    () => school.call(appointments.getCalendarVersion, { filter: { case: 'roomId', value: school.id('rooms/hall') } }),
    ['appointments_calendar_version'],
  ],
  [
    'CreateAppointment, in one flight',
    () => create(school, everything(school)),
    [
      'room_bookings_lock_rooms',
      'room_bookings_share',
      'appointments_insert',
      'appointment_links_insert_rows',
      'room_bookings_take',
      'outbox_insert_rows',
    ],
  ],
  [
    'CreateAppointment without rooms',
    () => create(school, {}),
    ['appointments_insert', 'appointment_links_insert_rows', 'outbox_insert_rows'],
  ],
  [
    'CreateAppointment with a key',
    () =>
      service.callWithKey(school.actor, { key: 'k', fingerprint: 'f' })(
        appointments.createAppointment,
        school.request(),
      ),
    [
      'idempotency_keys_claim',
      'appointments_insert',
      'appointment_links_insert_rows',
      'outbox_insert_rows',
      'idempotency_keys_remember',
    ],
  ],
  [
    'CreateAppointment where conflicts are rejected',
    () => create(strict, everything(strict)),
    written(
      'room_bookings_lock_rooms',
      'room_bookings_conflict',
      'appointments_insert',
      'appointment_links_insert_rows',
      'room_bookings_take',
    ),
  ],
  [
    'UpdateAppointment of its title',
    patch({ title: 'A' }),
    ['appointments_by_id', ...written('appointments_lock', 'appointments_update')],
  ],
  [
    'UpdateAppointment of its time',
    patch({ duration: 10 }),
    [
      'appointments_by_id',
      ...written(
        'appointments_lock',
        'room_bookings_lock_rooms',
        'room_bookings_release',
        'room_bookings_share',
        'appointments_update',
        'room_bookings_take',
      ),
    ],
  ],
  [
    'UpdateAppointment of its place',
    () => patch({ rooms: [{ roomId: school.id('rooms/attic') }] })(),
    [
      'appointments_by_id',
      ...written(
        'appointments_lock',
        'room_bookings_lock_rooms',
        'room_bookings_release',
        'room_bookings_share',
        'appointments_update',
        'appointment_links_delete',
        'appointment_links_insert_rows',
        'room_bookings_take',
      ),
    ],
  ],
  ['UpdateAppointment of nothing', patch({}), ['appointments_by_id', 'BEGIN', 'appointments_lock', 'COMMIT']],
  [
    'DeleteAppointment',
    () => school.call(appointments.deleteAppointment, { id: doomed.id, precondition }),
    written(
      'appointments_lock',
      'appointments_mark_deleted',
      'appointment_links_mark_deleted',
      'room_bookings_release_all',
    ),
  ],
  [
    'ImportAppointmentTypes',
    () => school.operator(imports.importAppointmentTypes, { records: [{ ref: 'a', name: 'A' }] }),
    ['BEGIN', 'import_lock', 'appointment_types_lock_by_ref', 'appointment_types_insert_rows', 'COMMIT'],
  ],
])('%s', async (_, run, expected) => {
  const traffic = watchDatabaseTraffic();
  await run();
  const foreign = new Set([SETTINGS, ...OF_OTHERS]);
  expect(traffic.statements.filter((name) => !foreign.has(name))).toEqual(expected);
  const asked = traffic.statements.filter((name) => foreign.has(name));
  expect(asked, 'nobody is asked twice for the same').toEqual([...new Set(asked)]);
});

function written(...names: string[]): string[] {
  return ['BEGIN', ...names, 'outbox_insert_rows', 'COMMIT'];
}
