import type { MessageInitShape } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedEvents } from '../../../dev/testing/published-events.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService, type UserRecordSchema } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { directory } from '../service.ts';
import { newInstitution } from '../testing/institution.ts';
import { userChange } from '../testing/user-change.ts';

const { importUsers } = ImportService.method;
const { listUsers, createUser, updateUser } = UserService.method;
const { CREATED, UPDATED, UNCHANGED } = ImportOutcome;

let service: TestService;
let institutionId: string;
let call: Call;
beforeAll(async () => {
  service = await startTestService(directory, { service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  const operator = await newInstitution(service);
  institutionId = operator.institutionId;
  call = service.call(operator);
});

type Records = MessageInitShape<typeof UserRecordSchema>[];

async function outcomes(records: Records): Promise<[ref: string, outcome: ImportOutcome][]> {
  const imported = await call(importUsers, { records });
  return imported.records.map(({ ref, outcome }) => [ref, outcome]);
}

async function allUsers() {
  return (await call(listUsers, { page: { size: 100 } })).users;
}

/** Events published by imports, after the first `from`. */
async function published(from = 0) {
  return (await publishedEvents(service, 'institution_id', institutionId)).slice(from);
}

const ada = { ref: 'ada', email: 'ada@x.example', firstName: 'Ada', lastName: 'Albrecht', code: 'A-1' };
const bela = { ref: 'bela', email: 'Bela@x.example', name: 'Bela', image: 'https://x.example/b.png', isArchived: true };

describe('a batch', () => {
  it('creates users, and returns them in the order of the request', async () => {
    expect(await outcomes([bela, ada])).toEqual([
      ['bela', CREATED],
      ['ada', CREATED],
    ]);
    const [first, second] = await allUsers();
    expect(first).toMatchObject({ email: 'Bela@x.example', name: 'Bela', image: bela.image, isArchived: true });
    expect(second).toMatchObject({ email: ada.email, name: 'Ada Albrecht', code: 'A-1', isArchived: false });
    expect(await published()).toEqual([
      ['UserCreated', first?.id, null],
      ['UserCreated', second?.id, null],
    ]);
  });

  it('changes and publishes nothing the second time', async () => {
    const first = await call(importUsers, { records: [ada, bela] });
    const before = await allUsers();
    service.clock.advance(1000);
    const second = await call(importUsers, { records: [ada, bela] });
    expect(second.records.map(({ outcome }) => outcome)).toEqual([UNCHANGED, UNCHANGED]);
    expect(second.records.map(({ id }) => id)).toEqual(first.records.map(({ id }) => id));
    expect(await allUsers()).toEqual(before);
    expect(await published()).toHaveLength(2);
  });

  it('changes only what differs', async () => {
    await outcomes([ada, bela]);
    const [, belaBefore] = await allUsers();
    service.clock.advance(1000);
    expect(await outcomes([{ ref: 'ada', email: ada.email, firstName: 'Ada' }, bela])).toEqual([
      ['ada', UPDATED],
      ['bela', UNCHANGED],
    ]);
    const [adaAfter, belaAfter] = await allUsers();
    expect(adaAfter).toMatchObject({
      name: 'Ada',
      firstName: 'Ada',
      updatedAt: new Date(service.clock.now()).toISOString(),
    });
    expect(adaAfter?.lastName).toBeUndefined();
    expect(adaAfter?.code).toBeUndefined();
    expect(belaAfter).toEqual(belaBefore);
    expect(await published(2)).toEqual([['UserUpdated', adaAfter?.id, ['name', 'lastName', 'code']]]);
  });
});

describe('names', () => {
  it('follow first and last name unless the bundle sets one', async () => {
    const [, imported] = (await call(importUsers, { records: [ada, bela] })).records;
    await call(updateUser, {
      id: imported?.id ?? '',
      precondition: { any: true },
      ...userChange({ firstName: 'Béla' }),
    });
    const users = await allUsers();
    expect(users.map(({ name }) => name)).toEqual(['Ada Albrecht', 'Bela']);
  });

  it('default to the email', async () => {
    const [record] = (await call(importUsers, { records: [{ ref: 'x', email: 'x@x.example' }] })).records;
    expect(await allUsers()).toMatchObject([{ name: 'x@x.example' }]);
    const updated = await call(updateUser, {
      id: record?.id ?? '',
      precondition: { any: true },
      ...userChange({ lastName: 'Xu' }),
    });
    expect(updated.user?.name).toBe('Xu');
  });
});

describe('emails and codes', () => {
  it('may be swapped between records', async () => {
    const one = { ref: 'one', email: 'one@x.example', name: 'One', code: '1' };
    const two = { ref: 'two', email: 'two@x.example', name: 'Two', code: '2' };
    const before = await call(importUsers, { records: [one, two] });
    const swapped = [
      { ...one, email: two.email, code: two.code },
      { ...two, email: one.email.toUpperCase(), code: one.code },
    ];
    const after = await call(importUsers, { records: swapped });
    expect(after.records.map(({ outcome }) => outcome)).toEqual([UPDATED, UPDATED]);
    expect(after.records.map(({ id }) => id)).toEqual(before.records.map(({ id }) => id));
    expect(await allUsers()).toMatchObject([
      { email: 'two@x.example', code: '2' },
      { email: 'ONE@X.EXAMPLE', code: '1' },
    ]);
    const keys = await service.sql('SELECT email_key, code_key FROM users WHERE institution_id = $1 ORDER BY id', [
      institutionId,
    ]);
    expect(keys).toEqual([
      { email_key: 'two@x.example', code_key: '2' },
      { email_key: 'one@x.example', code_key: '1' },
    ]);
  });

  it('may move from an existing record to a new one', async () => {
    await outcomes([ada]);
    expect(
      await outcomes([
        { ...ada, email: 'ada2@x.example', code: 'A-2' },
        { ...ada, ref: 'new' },
      ]),
    ).toEqual([
      ['ada', UPDATED],
      ['new', CREATED],
    ]);
  });

  it.each([
    ['an email twice', [ada, { ...bela, email: 'ADA@x.example' }], 'USER_EMAIL_TAKEN', '/records/1/email'],
    ['a code twice', [ada, { ...bela, code: ' a-1 ' }], 'USER_CODE_TAKEN', '/records/1/code'],
    ['a ref twice', [ada, { ...bela, ref: 'ada' }], 'REQUEST_INVALID', '/records/1/ref'],
    ['an empty text', [ada, { ...bela, lastName: '' }], 'REQUEST_INVALID', '/records/1/lastName'],
    ['a blank code', [ada, { ...bela, code: ' ' }], 'REQUEST_INVALID', '/records/1/code'],
  ])('%s is refused with a pointer, and nothing is written', async (_, records, code, pointer) => {
    await expect(call(importUsers, { records })).rejects.toMatchObject({ code, violations: [{ pointer }] });
    expect(await allUsers()).toEqual([]);
  });

  it('of users created otherwise count as taken', async () => {
    await call(createUser, { user: { email: 'Taken@x.example', name: 'T', code: 'T-1' } });
    await expect(call(importUsers, { records: [ada, { ...bela, email: 'taken@X.example' }] })).rejects.toMatchObject({
      code: 'USER_EMAIL_TAKEN',
      violations: [{ pointer: '/records/1/email' }],
    });
    await expect(call(importUsers, { records: [{ ...ada, code: 't-1' }] })).rejects.toMatchObject({
      code: 'USER_CODE_TAKEN',
      violations: [{ pointer: '/records/0/code' }],
    });
  });

  it('must match the format when they change', async () => {
    await outcomes([ada]);
    await call(InstitutionService.method.setInstitutionSettings, { change: { userCodeFormat: '[0][0][0][0]' } });
    expect(await outcomes([{ ...ada, lastName: 'Other' }])).toEqual([['ada', UPDATED]]);
    await expect(call(importUsers, { records: [{ ...ada, code: 'A-2' }] })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/records/0/code', code: 'invalid_string' }],
    });
    expect(await outcomes([{ ...ada, code: '0001' }])).toEqual([['ada', UPDATED]]);
  });
});

it('creates one set of users from a bundle imported many times concurrently', async () => {
  const records = Array.from({ length: 50 }, (_, i) => ({ ref: `u${i}`, email: `u${i}@x.example` }));
  const imports = await Promise.all(Array.from({ length: 6 }, () => call(importUsers, { records })));
  const ids = imports.map((imported) => imported.records.map(({ id }) => id));
  expect(new Set(ids.map(String)).size).toBe(1);
  expect(await allUsers()).toHaveLength(50);
  expect(await published()).toHaveLength(50);
});

it('lists users in the order of the bundle', async () => {
  const records = Array.from({ length: 1000 }, (_, i) => ({ ref: `r${(i * 7919) % 1000}`, email: `${i}@x.example` }));
  await call(importUsers, { records });
  const users = await allUsers();
  expect(users.map(({ email }) => email)).toEqual(records.slice(0, 100).map(({ email }) => email));
});

it('refuses an institution that does not exist', async () => {
  const nowhere = service.call({ kind: 'operator', institutionId: '01990000-0000-7000-8000-000000000000' });
  await expect(nowhere(importUsers, { records: [ada] })).rejects.toMatchObject({ code: 'INSTITUTION_NOT_FOUND' });
});

it('is not allowed for integrations', async () => {
  const integration = service.call({
    kind: 'integration',
    institutionId,
    integrationId: institutionId,
    createdBy: null,
  });
  await expect(integration(importUsers, { records: [ada] })).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
});
