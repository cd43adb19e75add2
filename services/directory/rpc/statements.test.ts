import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../../dev/testing/database-traffic.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { directory } from '../service.ts';
import { newInstitution } from '../testing/institution.ts';

let service: TestService;
let actor: TenantActor;
let call: Call;
let user: User;

beforeAll(async () => {
  service = await startTestService(directory);
  actor = await newInstitution(service);
  call = service.call(actor);
  const created = await call(UserService.method.createUser, { email: 'a@x.example', name: 'A', code: 'C' });
  user = present(created.user, 'user');
});
afterAll(() => service.stop());

afterEach(() => {
  vi.restoreAllMocks();
});

const users = UserService.method;
const courses = CourseService.method;
const imports = ImportService.method;
const page = { size: 50 };
const any = { any: true };
const written = (...names: string[]) => ['BEGIN', ...names, 'outbox_insert_rows', 'COMMIT'];
const records = Array.from({ length: 1000 }, (_, i) => ({ ref: `r${i}`, email: `r${i}@x.example`, name: `R${i}` }));
const group = (name: string) => ({ records: [{ ref: 'g', name, memberIds: [user.id] }] });

it.each<[string, () => Promise<unknown>, string[], number]>([
  ['GetUser', () => call(users.getUser, { id: user.id }), ['users_by_id'], 1],
  [
    'GetUser, ten at once',
    () => Promise.all(Array.from({ length: 10 }, () => call(users.getUser, { id: user.id }))),
    ['users_by_id'],
    1,
  ],
  ['BatchGetUsers', () => call(users.batchGetUsers, { ids: [user.id] }), ['users_by_ids'], 1],
  ['ListUsers', () => call(users.listUsers, { page }), ['users_list'], 1],
  ['ListUsers by email', () => call(users.listUsers, { page, email: 'x' }), ['users_by_email_key'], 1],
  ['ListUsers by code', () => call(users.listUsers, { page, code: 'x' }), ['users_by_code_key'], 1],
  [
    'ListUsers by updatedSince',
    () => call(users.listUsers, { page, updatedSince: '2026-01-01T00:00:00.000Z' }),
    ['users_list_updated_since'],
    1,
  ],
  [
    'CreateUser',
    () => call(users.createUser, { email: 'b@x.example', name: 'B', code: 'B' }),
    ['users_insert', 'outbox_insert_rows'],
    1,
  ],
  [
    'CreateUser with a key',
    () =>
      service.callWithKey(actor, { key: 'k', fingerprint: 'f' })(users.createUser, { email: 'c@x.example', name: 'C' }),
    ['idempotency_keys_claim', 'users_insert', 'outbox_insert_rows', 'idempotency_keys_remember'],
    1,
  ],
  [
    'UpdateUser',
    () => call(users.updateUser, { id: user.id, precondition: any, code: 'D' }),
    written('users_lock', 'users_update'),
    2,
  ],
  [
    'UpdateUser of nothing',
    () => call(users.updateUser, { id: user.id, precondition: any }),
    ['BEGIN', 'users_lock', 'COMMIT'],
    2,
  ],
  ['ListCourses', () => call(courses.listCourses, { page }), ['courses_list'], 1],
  ['ListCourses by code', () => call(courses.listCourses, { page, code: 'x' }), ['courses_list_by_code'], 1],
  [
    'BatchGetCourseLayers',
    () => call(courses.batchGetCourseLayers, { ids: [user.id], courseIds: [user.id] }),
    ['courses_by_layers'],
    1,
  ],
  [
    'BatchResolveMembers',
    () =>
      call(MemberService.method.batchResolveMembers, {
        identities: Array.from({ length: 100 }, (_, i) => ({ identity: { case: 'code' as const, value: `${i}` } })),
      }),
    ['users_by_code_key'],
    1,
  ],
  [
    'GetInstitutionSettings',
    () => call(InstitutionService.method.getInstitutionSettings, {}),
    ['institutions_by_id'],
    1,
  ],
  [
    'AuthenticateIntegration',
    () => service.call(ANONYMOUS)(IntegrationService.method.authenticateIntegration, { clientId: 'x', secret: 'y' }),
    ['integrations_by_client_id'],
    1,
  ],
  [
    'ImportUsers, a thousand new',
    () => call(imports.importUsers, { records }),
    written('import_lock', 'institutions_by_id', 'users_lock_by_ref', 'users_key_holders', 'users_insert_rows'),
    3,
  ],
  [
    'ImportUsers, a thousand known',
    () => call(imports.importUsers, { records }),
    ['BEGIN', 'import_lock', 'institutions_by_id', 'users_lock_by_ref', 'COMMIT'],
    2,
  ],
  [
    'ImportUsers, every email another’s',
    () =>
      call(imports.importUsers, { records: records.map((each, i) => ({ ...each, email: `r${999 - i}@x.example` })) }),
    written(
      'import_lock',
      'institutions_by_id',
      'users_lock_by_ref',
      'users_key_holders',
      'users_give_up_keys',
      'users_update_rows',
    ),
    3,
  ],
  [
    'ImportCourses',
    () => call(imports.importCourses, { records: [{ ref: 'c', name: 'C' }] }),
    written('import_lock', 'institutions_by_id', 'courses_lock_by_ref', 'courses_insert_rows'),
    2,
  ],
  [
    'ImportUserGroups',
    () => call(imports.importUserGroups, group('G')),
    [
      'BEGIN',
      'import_lock',
      'institutions_by_id',
      'user_groups_lock_by_ref',
      'user_group_members_of_refs',
      'users_unknown',
      'user_groups_insert_rows',
      'user_group_members_insert_rows',
      'COMMIT',
    ],
    2,
  ],
])('%s', async (_, run, expected, expectedFlights) => {
  const traffic = watchDatabaseTraffic();
  await run();
  expect(traffic).toEqual({ statements: expected, flights: expectedFlights });
});
