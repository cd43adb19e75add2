import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { MAX_MATCHES } from '../store/users-by-text.ts';

const { listPeople } = PersonService.method;
const { createUser, listUsers, updateUser } = UserService.method;

let service: TestService;
let call: Call;
let stranger: Call;
beforeAll(async () => {
  service = await startDirectory();
  call = service.call(await newAdministrator(service));
  stranger = service.call(await newAdministrator(service));
  for (const [email, name, code] of [
    ['grace.hopper@x.example', 'Grace Hopper', 'NH-1000'],
    ['alan@x.example', 'Alan Turing', 'nh-2000'],
    ['odd@x.example', 'G%a_c\\d', undefined],
    ['composed@letters.test', 'Jörg Müller'.normalize('NFC'), undefined],
    ['decomposed@letters.test', 'JÖRG MÜLLER'.normalize('NFD'), undefined],
    ['gone@x.example', 'Grace Gone', undefined],
  ] as const)
    await call(createUser, { user: { email, name, ...(code && { code }) } });
  const gone = (await call(listPeople, { page: { size: 1 }, text: 'gone' })).people[0]?.id ?? '';
  await call(updateUser, { id: gone, precondition: { any: true }, ...userChange({ isArchived: true }) });
});

const names = async (text: string, by = call) => {
  const { people } = await by(listPeople, { page: { size: 50 }, text });
  return people.map(({ name, email }) => (email.endsWith('letters.test') ? email : name));
};

describe('a search for people', () => {
  it.each([
    ['HOPP', ['Grace Hopper']],
    ['grace.h', ['Grace Hopper']],
    ['nH-2', ['Alan Turing']],
    ['h-1000', ['Grace Hopper']],
    ['%', ['G%a_c\\d']],
    ['_', ['G%a_c\\d']],
    ['\\', ['G%a_c\\d']],
    ['%a_c', ['G%a_c\\d']],
    ['g%c', []],
    ['müller', ['decomposed@letters.test', 'composed@letters.test']],
    ['Ü', ['decomposed@letters.test', 'composed@letters.test']],
    ['muller', []],
    ['grace', ['Grace Gone', 'Grace Hopper']],
  ])('for %j finds %j', async (text, found) => {
    for (const form of ['NFC', 'NFD']) expect(await names(text.normalize(form))).toEqual(found);
  });

  it('finds nobody of another institution', async () => {
    for (const text of ['grace', 'gr', 'hopper', 'x.example'])
      expect(await names(text, stranger)).not.toContain('Grace Hopper');
    expect(await names('', stranger)).toEqual(['Ada']);
  });
});

/** All pages of a search, to their end. */
async function walk(by: Call, text: string, size = 20) {
  const found: string[] = [];
  let after: { sort: string; id: string } | undefined;
  let pages = 0;
  do {
    const page = await by(listPeople, { page: { size, ...(after && { after }) }, text });
    expect(page.people.length).toBeLessThanOrEqual(size);
    found.push(...page.people.map(({ name }) => name));
    after = page.next && { sort: page.next.sort, id: page.next.id };
    pages++;
  } while (after);
  return { found, pages };
}

/** The names of all pages of the list of users with a search, which is in order of creation. */
async function walkList(by: Call, search: string, size: number) {
  const found: string[] = [];
  let after: { sort: string; id: string } | undefined;
  do {
    const page = await by(listUsers, { page: { size, ...(after && { after }) }, search });
    expect(page.hasMore).toBe(page.end !== undefined);
    expect(page.users.length).toBeLessThanOrEqual(size);
    found.push(...page.users.map(({ name }) => name));
    after = page.end && { sort: page.end.sort, id: page.end.id };
  } while (after);
  return found;
}

describe('among many people', () => {
  let crowd: Call;
  const COUNT = 12_000;
  const nameOf = (n: number) =>
    `Person ${String(n).padStart(5, '0')}${n % 1_500 === 7 ? ' Zq' : ''}${n >= 6_500 ? ' Late' : ''}`;
  const all = Array.from({ length: COUNT }, (_, n) => nameOf(n + 1));
  beforeAll(async () => {
    await call(createUser, { user: { email: 'foreign@x.example', name: 'Foreign 0115 11999 la' } });
    const administrator = await newAdministrator(service);
    crowd = service.call(administrator);
    await service.sql(
      `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), n || '@y.example', n || '@y.example',
         'Person ' || lpad(n::text, 5, '0') || CASE WHEN n % 1500 = 7 THEN ' Zq' ELSE '' END || CASE WHEN n >= 6500 THEN ' Late' ELSE '' END,
         false, n % 2 = 0, gen_random_uuid(), now(), now() FROM generate_series(1, ${COUNT}) AS n`,
      [administrator.institutionId],
    );
  });

  it.each([
    ['a text that all have', 'person', all],
    ['a text that few have', ' 0115', all.filter((name) => name.includes(' 0115'))],
    [
      'a text that more have than are sorted, and none of the first',
      'late',
      all.filter((name) => name.endsWith('Late')),
    ],
    ['two letters that few have', 'ZQ', all.filter((name) => name.includes('Zq'))],
  ])('%s is found to the last one, in order and once', async (_, text, expected) => {
    expect((await walk(crowd, text, 500)).found).toEqual(expected);
    expect((await walkList(crowd, text, 500)).toSorted()).toEqual(expected);
  });

  it('a text that exactly as many have as are sorted finds nobody who is archived', async () => {
    const { institutionId: own } = await newAdministrator(service);
    await service.sql(
      `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), n || '@y.example', n || '@y.example', 'Person ' || lpad(n::text, 5, '0') || CASE WHEN n > 7500 THEN ' Late' ELSE '' END,
         false, n % 2 = 0, gen_random_uuid(), now(), now() FROM generate_series(1, ${7_500 + MAX_MATCHES}) AS n`,
      [own],
    );
    const by = service.call({
      kind: 'administrator',
      institutionId: own,
      userId: NOWHERE,
      name: 'A',
      sessionId: NOWHERE,
      roles: ['owner'],
    });
    const { people } = await by(listPeople, { page: { size: 100 }, text: 'late', isArchived: false });
    expect([people.length, people.filter(({ isArchived }) => isArchived)]).toEqual([100, []]);
  });

  it('who has a rare text is on the first page, wherever in the order', async () => {
    const { people, next } = await crowd(listPeople, { page: { size: 20 }, text: '11999 la' });
    expect([people.map(({ name }) => name), next]).toEqual([[nameOf(11_999)], undefined]);
  });

  it('a text that nobody has ends after few pages', async () => {
    expect(await walk(crowd, 'nobody here')).toEqual({ found: [], pages: 1 });
    expect(await walk(crowd, '##')).toEqual({ found: [], pages: 3 });
  });
});
