import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { SearchService } from '../../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { userChange } from '../../../test/support/resource-change.ts';

const { searchUsers, searchCourses } = SearchService.method;

let service: TestService;
let call: Call;
let stranger: Call;
let institutionId: string;
beforeAll(async () => {
  service = await startDirectory();
  const administrator = await newAdministrator(service);
  institutionId = administrator.institutionId;
  call = service.call(administrator);
  stranger = service.call(await newAdministrator(service));
  const operate = service.call({ kind: 'operator', institutionId });
  for (const [email, name] of [
    ['grace.hopper@x.example', 'Grace Hopper'],
    ['alan@x.example', 'Alan Turing'],
    ['G%a_c@x.example', 'Odd'],
    ['composed@letters.test', 'Jörg Müller'.normalize('NFC')],
    ['decomposed@letters.test', 'Jörg Müller'.normalize('NFD')],
  ] as const)
    await operate(UserService.method.createUser, { user: { email, name } });
  const { user } = await operate(UserService.method.createUser, { user: { email: 'gone@x.example', name: 'Gone' } });
  const archived = { id: user?.id ?? '', precondition: { any: true }, ...userChange({ isArchived: true }) };
  await operate(UserService.method.updateUser, archived);
  await importRecords(operate, 'courses', [
    { ref: 'algebra', name: 'Linear algebra', code: 'MAT-101' },
    { ref: 'geometry', name: 'Geometry', code: 'MAT-102' },
    { ref: 'old', name: 'Old algebra', code: 'MAT-001' },
  ]);
  await service.sql(`UPDATE courses SET is_archived = true WHERE institution_id = $1 AND ref = 'old'`, [institutionId]);
});

const users = async (text: string, by = call) => (await by(searchUsers, { text })).users.map(({ name }) => name);
const courses = async (text: string, by = call) => (await by(searchCourses, { text })).courses.map(({ name }) => name);

describe('users', () => {
  it.each([
    ['grace', ['Grace Hopper']],
    ['GRACE.H', ['Grace Hopper']],
    ['hopp', ['Grace Hopper']],
    ['tur', ['Alan Turing']],
    ['x.example', ['Ada', 'Alan Turing', 'Grace Hopper', 'Odd']],
    ['g%A', ['Odd']],
    ['%', ['Odd']],
    ['\\', []],
    ['gone', []],
  ])('%s finds %j', async (text, names) => {
    expect(await users(text)).toEqual(names);
  });

  it('of another institution are not found', async () => {
    expect(await users('grace', stranger)).toEqual([]);
  });

  it('are found by the beginning of their email however many there are, by a part of the name among the newest', async () => {
    const crowd = await newAdministrator(service);
    await service.sql(
      `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), n || '@y.example', n || '@y.example', CASE n WHEN 1 THEN 'First' WHEN 10001 THEN 'Last' ELSE 'User' END,
         false, false, gen_random_uuid(), timestamptz '2026-11-01' + n * interval '1 second', now() FROM generate_series(1, 10001) AS n`,
      [crowd.institutionId],
    );
    const by = service.call(crowd);
    expect(await users('1@y', by)).toContain('First');
    expect([await users('first', by), await users('last', by)]).toEqual([[], ['Last']]);
    expect(await users('user', by)).toHaveLength(20);
  });
});

describe('courses', () => {
  it.each([
    ['alg', ['Linear algebra']],
    ['mat-10', ['Geometry', 'Linear algebra']],
    ['nothing', []],
  ])('%s finds %j', async (text, names) => {
    expect(await courses(text)).toEqual(names);
  });

  it('of another institution are not found', async () => {
    expect(await courses('alg', stranger)).toEqual([]);
  });
});
