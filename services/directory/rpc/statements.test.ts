import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { nextUpdatedSince } from '../../../platform/handler/next-updated-since.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { directory } from '../service.ts';

let service: TestService;
let actor: TenantActor;
let call: Call;
let user: User;

beforeAll(async () => {
  service = await startTestService(directory);
  // A process makes it once a second, and this clock stands still.
  await nextUpdatedSince(service.runtime);
  actor = await newInstitution(service);
  call = service.call(actor);
  const created = await call(UserService.method.createUser, { user: { email: 'a@x.example', name: 'A', code: 'C' } });
  user = present(created.user, 'user');
});
afterAll(() => service.stop());

afterEach(() => {
  vi.restoreAllMocks();
});

const users = UserService.method;
const courses = CourseService.method;
const page = { size: 50 };
const any = { any: true };
const records = Array.from({ length: 1000 }, (_, i) => ({ ref: `r${i}`, email: `r${i}@x.example`, name: `R${i}` }));
const group = [{ ref: 'g', name: 'G', members: ['r0'] }];

it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  ['GetUser', () => call(users.getUser, { id: user.id }), 1, 1],
  [
    'GetUser, ten at once',
    () => Promise.all(Array.from({ length: 10 }, () => call(users.getUser, { id: user.id }))),
    1,
    1,
  ],
  ['BatchGetUsers', () => call(users.batchGetUsers, { ids: [user.id] }), 1, 1],
  ['ListUsers', () => call(users.listUsers, { page }), 1, 1],
  ['ListUsers by ids', () => call(users.listUsers, { page, ids: { ids: [NOWHERE] }, isArchived: false }), 1, 1],
  ['ListUsers by email', () => call(users.listUsers, { page, email: 'x' }), 1, 1],
  ['ListUsers by code', () => call(users.listUsers, { page, code: 'x' }), 1, 1],
  ['ListUsers by updatedSince', () => call(users.listUsers, { page, updatedSince: '2026-01-01T00:00:00.000Z' }), 1, 1],
  ['CreateUser', () => call(users.createUser, { user: { email: 'b@x.example', name: 'B', code: 'B' } }), 1, 2],
  [
    'CreateUser with a key',
    () =>
      service.callWithKey(actor, { key: 'k', fingerprint: 'f' })(users.createUser, {
        user: { email: 'c@x.example', name: 'C' },
      }),
    1,
    4,
  ],
  ['UpdateUser', () => call(users.updateUser, { id: user.id, precondition: any, ...userChange({ code: 'D' }) }), 2, 5],
  ['UpdateUser of nothing', () => call(users.updateUser, { id: user.id, precondition: any, ...userChange({}) }), 2, 3],
  ['ListCourses', () => call(courses.listCourses, { page }), 1, 1],
  ['ListCourses by ids', () => call(courses.listCourses, { page, ids: { ids: [NOWHERE] }, code: 'x' }), 1, 1],
  ['ListCourses by code', () => call(courses.listCourses, { page, code: 'x' }), 1, 1],
  ['BatchGetCourseLayers', () => call(courses.batchGetCourseLayers, { ids: [user.id], courseIds: [user.id] }), 1, 1],
  [
    'BatchResolveMembers',
    () =>
      call(MemberService.method.batchResolveMembers, {
        identities: Array.from({ length: 100 }, (_, i) => ({ identity: { case: 'code' as const, value: `${i}` } })),
      }),
    1,
    1,
  ],
  ['GetInstitution', () => call(InstitutionService.method.getInstitution, {}), 1, 1],
  ['ImportUsers, a thousand new', () => importRecords(call, 'users', records), 3, 8],
  ['ImportUsers, a thousand known', () => importRecords(call, 'users', records), 2, 5],
  [
    'ImportUsers, every email another’s',
    () =>
      importRecords(
        call,
        'users',
        records.map((each, i) => ({ ...each, email: `r${999 - i}@x.example` })),
      ),
    3,
    9,
  ],
  ['ImportCourses', () => importRecords(call, 'courses', [{ ref: 'c', name: 'C' }]), 2, 7],
  ['ImportUserGroups', () => importRecords(call, 'userGroups', group), 3, 11],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic();
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});
