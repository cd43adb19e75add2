import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { changesOf, importRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { userChange } from '../../../test/support/resource-change.ts';

const { listUsers, createUser, updateUser } = UserService.method;

let service: TestService;
let institutionId: string;
let call: Call;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  const operator = await newInstitution(service);
  institutionId = operator.institutionId;
  call = service.call(operator);
});

function send(records: readonly object[]) {
  return importRecords(call, 'users', records);
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
  it('changes only what differs', async () => {
    await send([ada, bela]);
    const [, belaBefore] = await allUsers();
    service.clock.advance(1000);
    const cleared = { ref: 'ada', email: ada.email, lastName: null, code: null };
    expect(changesOf(await send([cleared, bela]))).toEqual({
      'users/ada': 'updated',
    });
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
    const [, imported] = await send([ada, bela]);
    await call(updateUser, {
      id: imported?.id ?? '',
      precondition: { any: true },
      ...userChange({ firstName: 'Béla' }),
    });
    const users = await allUsers();
    expect(users.map(({ name }) => name)).toEqual(['Ada Albrecht', 'Bela']);
    const again = [
      { ref: 'ada', email: ada.email, firstName: 'Adele' },
      { ref: 'bela', email: bela.email, lastName: 'Bartók' },
    ];
    await send(again);
    expect((await allUsers()).map(({ name }) => name)).toEqual(['Adele Albrecht', 'Bela']);
    await send([{ ref: 'ada', email: ada.email, name: 'Ada' }]);
    await send([{ ref: 'ada', email: ada.email, firstName: null, lastName: null }]);
    expect((await allUsers())[0]).toMatchObject({ name: 'Ada' });
  });

  it('are required of new users, and cannot all be cleared', async () => {
    const nameless = {
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/users/0', code: 'required', message: 'name, firstName or lastName is required' }],
    };
    await expect(send([{ ref: 'new', email: 'new@x.example' }])).rejects.toMatchObject(nameless);
    await send([ada]);
    expect(changesOf(await send([{ ref: 'ada', email: ada.email }]))).toEqual({});
    const cleared = { ref: 'ada', email: ada.email, firstName: null, lastName: null };
    await expect(send([cleared])).rejects.toMatchObject(nameless);
  });
});

describe('emails and codes', () => {
  it('may be swapped between records', async () => {
    const one = { ref: 'one', email: 'one@x.example', name: 'One', code: '1' };
    const two = { ref: 'two', email: 'two@x.example', name: 'Two', code: '2' };
    const before = await send([one, two]);
    const swapped = [
      { ...one, email: two.email, code: two.code },
      { ...two, email: one.email.toUpperCase(), code: one.code },
    ];
    const after = await send(swapped);
    expect(changesOf(after)).toEqual({ 'users/one': 'updated', 'users/two': 'updated' });
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
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
    await send([ada]);
    const moved = [
      { ...ada, email: 'ada2@x.example', code: 'A-2' },
      { ...ada, ref: 'new' },
    ];
    expect(changesOf(await send(moved))).toEqual({ 'users/ada': 'updated', 'users/new': 'created' });
  });

  it('twice in a batch are refused, and nothing is written', async () => {
    await expect(send([ada, { ...bela, email: 'ADA@x.example', code: ' a-1 ' }])).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/users/1/email' }, { pointer: '/users/1/code' }],
    });
    expect(await allUsers()).toEqual([]);
  });

  it('of users created otherwise count as taken', async () => {
    await call(createUser, { user: { email: 'Taken@x.example', name: 'T', code: 'T-1' } });
    await expect(send([ada, { ...bela, email: 'taken@X.example' }])).rejects.toMatchObject({
      code: 'USER_EMAIL_TAKEN',
      violations: [{ pointer: '/users/1/email' }],
    });
    await expect(send([{ ...ada, code: 't-1' }])).rejects.toMatchObject({
      code: 'USER_CODE_TAKEN',
      violations: [{ pointer: '/users/0/code' }],
    });
  });

  it('must match the format when they change', async () => {
    await send([ada]);
    await call(InstitutionService.method.setInstitutionSettings, { change: { userCodeFormat: '[0][0][0][0]' } });
    expect(changesOf(await send([{ ...ada, lastName: 'Other' }]))).toEqual({ 'users/ada': 'updated' });
    await expect(send([{ ...ada, code: 'A-2' }])).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/users/0/code', code: 'invalid_string' }],
    });
    expect(changesOf(await send([{ ...ada, code: '0001' }]))).toEqual({ 'users/ada': 'updated' });
  });
});

it('refuses an institution that does not exist', async () => {
  const nowhere = service.call({ kind: 'operator', institutionId: NOWHERE });
  await expect(importRecords(nowhere, 'users', [ada])).rejects.toMatchObject({ code: 'INSTITUTION_NOT_FOUND' });
});

it('refuses an institution with a single fault', async () => {
  const bad = { ref: 'bad', name: 'Bad', settings: { scheduling_enabled: 'yes' } };
  const steps = [{ section: 'institution', records: JSON.stringify([bad]) }];
  const call = service.call({ kind: 'operator', institutionId: NOWHERE });
  await expect(call(ImportService.method.import, { steps, dryRun: true })).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    violations: [{ pointer: expect.stringContaining('scheduling_enabled') }],
  });
});
