import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { PeopleImporter } from '../../../test/support/directory/people-import.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { userChange } from '../../../test/support/resource-change.ts';

const { createUser, updateUser, listUsers } = UserService.method;
const { getPerson } = PersonService.method;
const STALE = { code: 'PEOPLE_IMPORT_STALE' };

let service: TestService;
let actor: AdministratorActor;
let call: Call;
let people: PeopleImporter;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  actor = await newAdministrator(service);
  call = service.call(actor);
  people = new PeopleImporter(call, { administrators: [{ userId: actor.userId, canSignIn: true }] });
});

const operator = () => service.call({ kind: 'operator', institutionId: actor.institutionId });
const groups = (...names: readonly string[]) =>
  importRecords(
    operator(),
    'userGroups',
    names.map((name, n) => ({ ref: `g${n}`, name })),
  );
const found = async (email: string) => {
  const { users } = await call(listUsers, { page: { size: 1 }, email: `${email}@x.example` });
  const person = await call(getPerson, { id: users[0]?.id ?? '' });
  return { ...person.user, groups: person.groups.map(({ name }) => name) };
};
const change = async (id: string | undefined, fields: Record<string, unknown>) =>
  call(updateUser, { id: id ?? '', precondition: { any: true }, ...userChange(fields) });
const events = async () => (await publishedEvents(service, 'institution_id', actor.institutionId)).slice(1);

describe('an import', () => {
  it('is done once, and forgets the file', async () => {
    const id = await people.keep('email,name', `a@x.example,${'A'.repeat(255)}`);
    const { state } = await people.preview(id);
    await Promise.all(Array.from({ length: 4 }, () => people.import(id, state)));
    await change((await found('a')).id, { name: 'Later' });
    await people.import(id, 'whatever');
    expect((await found('a')).name).toBe('Later');
    const { id: userId } = await found('a');
    expect(await people.preview(id)).toMatchObject({ isImported: true, created: 1, people: [{ userId, name: '' }] });
    const [kept] = await service.sql<{ length: number }>('SELECT length(file) FROM people_imports WHERE id = $1', [id]);
    expect(kept?.length).toBeLessThan(100);
  });

  it('keeps a name that follows first and last name, unless the file gives another', async () => {
    await call(createUser, { user: { email: 'a@x.example', firstName: 'Ann', lastName: 'Lee', code: 'C-1' } });
    expect(await people.importAll('email,name', 'a@x.example,Ann Lee')).toEqual([0, 0, 1]);
    expect(await people.importAll('email,firstName,name,code', 'a@x.example,Anna,,')).toEqual([0, 1, 0]);
    expect(await found('a')).toMatchObject({ name: 'Anna Lee', code: 'C-1' });
    expect(await people.importAll('email,firstName,name', 'a@x.example,Anne,Anna Lee')).toEqual([0, 1, 0]);
    expect(await people.importAll('email,lastName', 'a@x.example,Li')).toEqual([0, 1, 0]);
    expect(await found('a')).toMatchObject({ name: 'Anna Lee', firstName: 'Anne', lastName: 'Li' });
  });
});

describe('a fault', () => {
  it('stands at its row and column', async () => {
    await groups('Twin', 'Twin', 'One');
    await people.importAll('email,name,code', 'old@x.example,Old,OLD-1', 'other@x.example,Other,OTHER');
    const at = (...lines: readonly string[]) => people.faults('email,name,code,archived,groups', ...lines);
    expect(
      await at(
        'a@x.example,,,,',
        '',
        'A@X.example,A,,,',
        'nonsense,B,,,',
        ',C,,,',
        'd@x.example,D,,maybe,',
        'e@x.example,E,,,Nobody|Twin|One',
        'f@x.example,F, old-1,,',
        'g@x.example,G,NEW,,',
        'h@x.example,H,new,,',
        `i@x.example,${'I'.repeat(256)},,,`,
        'j@x.example,J,"  ",,|',
        'k@x.example,"K',
      ),
    ).toEqual([
      '2 name name, firstName or lastName is required',
      '4 email is also the email of row 2',
      '5 email must be an email address',
      '6 email is required',
      '7 archived must be yes or no',
      '8 groups “Nobody” is not the name of a group',
      '8 groups “Twin” is the name of several groups',
      '9 code is the code of old@x.example already',
      '11 code is also the code of row 10',
      '12 name must NOT have more than 255 characters',
      '13 code must not be blank',
      '13 groups names no group',
      expect.stringMatching(/^14 name has a quotation mark/),
    ]);
    expect(await at('old@x.example,,OTHER,,', 'other@x.example,,,,')).toEqual(['2 code is also the code of row 3']);
  });

  it('of the header is one of row 1', async () => {
    expect(await people.faults('name', 'A')).toEqual(['1 email is required: people are found by their email']);
    expect(await people.faults('email,Email,Phone,', 'a@x.example,,1,')).toEqual([
      '1 email is a second column with this name',
      expect.stringMatching(/^1 Phone is not a column that can be imported/),
      '2 name name, firstName or lastName is required',
    ]);
    const ignoring = new PeopleImporter(call, { ignoreUnknownColumns: true });
    expect(await ignoring.importAll('Phone;email;name', '1,2;a@x.example;A')).toEqual([1, 0, 0]);
  });

  it('of a row stands there beside all others of the row', async () => {
    await people.importAll('email,name,code', 'old@x.example,Old,OLD');
    const long = 'x'.repeat(300);
    expect(
      await people.faults(
        'email,name,code,archived,groups,Phone,,more,,',
        `nonsense,${long},,perhaps,Nobody,,,`,
        ',N,old,,Nobody,,,',
        `old@x.example,${long},A-1,perhaps,Nobody,,,,,far`,
        'old@x.example,,B-1,,Nobody,,,',
        'c@x.example,C,a-1,,,,,',
      ),
    ).toEqual([
      expect.stringMatching(/^1 Phone is not a column/),
      expect.stringMatching(/^1 column G is not a column/),
      expect.stringMatching(/^1 more is not a column/),
      '2 archived must be yes or no',
      '2 email must be an email address',
      '2 name must NOT have more than 255 characters',
      '2 groups “Nobody” is not the name of a group',
      '3 email is required',
      '3 groups “Nobody” is not the name of a group',
      expect.stringMatching(/^4 column J has more cells/),
      '4 archived must be yes or no',
      '4 name must NOT have more than 255 characters',
      '4 groups “Nobody” is not the name of a group',
      '5 email is also the email of row 4',
      '5 groups “Nobody” is not the name of a group',
      '6 code is also the code of row 4',
    ]);
    expect(await people.faults('code,groups', 'OLD,Nobody')).toEqual([
      '1 email is required: people are found by their email',
      '2 groups “Nobody” is not the name of a group',
      '2 code is the code of old@x.example already',
    ]);
  });

  it('of a code that cannot be read makes none of who takes the former one', async () => {
    await people.importAll('email,name,code', 'a@x.example,A,1', 'b@x.example,B,2');
    expect(await people.faults('email,code', `a@x.example,${'9'.repeat(256)}`, 'b@x.example,1')).toEqual([
      '2 code must NOT have more than 255 characters',
    ]);
  });

  it('tells the value and the person, at most 100 letters of each', async () => {
    await people.importAll('email,name,firstName', 'old@x.example,Old Hand,');
    const name = '\u{1F600}'.repeat(200);
    const id = await people.keep(
      `email,archived,groups,${'N'.repeat(200)}`,
      'old@x.example,perhaps,,',
      `n@x.example,,${name},`,
    );
    const { faults } = await people.preview(id);
    const cut = `${'\u{1F600}'.repeat(50)}…`;
    expect(faults.map(({ row, column, value, person }) => [row, column, value, person])).toEqual([
      [1, `${'N'.repeat(100)}…`, '', ''],
      [2, 'archived', 'perhaps', 'Old Hand'],
      [3, 'groups', cut, 'n@x.example'],
      [3, 'name', '', 'n@x.example'],
    ]);
    expect(faults[2]?.message).toBe(`“${cut}” is not the name of a group`);
  });

  it('of a quotation mark says how far the file was read', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => (n === 5 ? 'p5@x.example,=F("x")' : `p${n}@x.example,P`));
    const { created, faults, brokenRow, unreadRows } = await people.preview(await people.keep('email,name', ...rows));
    expect([created, brokenRow, unreadRows]).toEqual([5, 7, 6]);
    expect(faults.map(({ row, column }) => [row, column])).toEqual([[7, 'name']]);
    const last = await people.preview(await people.keep('email,name', 'a@x.example,A', 'b@x.example,"B'));
    expect([last.created, last.brokenRow, last.unreadRows]).toEqual([1, 3, 0]);
  });
});

describe('what has changed since the preview', () => {
  const file = ['email,name,groups', 'a@x.example,Aa,One', 'new@x.example,New,'];
  let id: string;
  let state: string;
  beforeEach(async () => {
    await groups('One', 'Two');
    await people.importAll('email,name', 'a@x.example,A');
    id = await people.keep(...file);
    state = (await people.preview(id)).state;
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a person', async () => change((await found('a')).id, { image: 'https://x.example/a.png' })],
    ['a person who is new', () => call(createUser, { user: { email: 'NEW@x.example', name: 'N' } })],
    ['a group', () => importRecords(operator(), 'userGroups', [{ ref: 'g2', name: 'One' }])],
    ['who is in a group', () => people.importAll('email,name,groups', 'z@x.example,Z,One')],
    ['what groups a person is in', () => people.importAll('email,groups', 'a@x.example,Two')],
  ])('of %s keeps everything as it is; a new preview works', async (_, happens) => {
    await happens();
    const before = await events();
    await expect(people.import(id, state)).rejects.toMatchObject(STALE);
    expect(await events()).toEqual(before);
    const next = await people.preview(id);
    if (next.faults.length === 0) await people.import(id, next.state);
    else expect(next.faults[0]?.message).toContain('several groups');
  });
});
