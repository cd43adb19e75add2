import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { type AdministratorActor, ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { deliverArchiving, setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, newColleague, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { SoftwareAuthenticator } from '../../../test/support/identity/software-authenticator.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { removeChallenges } from '../store/passkeys.ts';

const { beginPasskeyRegistration, finishPasskeyRegistration, listPasskeys, beginPasskeySignIn, finishPasskeySignIn } =
  PasskeyService.method;
const site = 'https://console.example';
const relyingParty = { id: 'console.example', origin: site };
const REJECTED = { code: 'PASSKEY_REJECTED' };
const MINUTE = 60_000;

let service: TestService;
let operator: TenantActor;
let ada: User;
let actor: AdministratorActor;
let call: Call;
let anyone: Call;
let authenticator: SoftwareAuthenticator;
beforeAll(async () => {
  service = await startIdentity({ service: 'own' });
  anyone = service.call(ANONYMOUS);
});
afterAll(() => service.stop());
beforeEach(async () => {
  operator = await newInstitution(service);
  ada = await newAdministrator(service, operator, 'ada@x.example');
  ({ actor } = await signIn(service, operator, ada));
  call = service.call(actor);
  authenticator = new SoftwareAuthenticator();
});

const begin = async (by = call) => (await by(beginPasskeyRegistration, { relyingParty })).options;
const finish = (credential: string, by = call) =>
  by(finishPasskeyRegistration, { relyingParty, credential, name: 'Laptop' });
const register = async (by = call, own = authenticator) =>
  (await finish(own.create(await begin(by), site), by)).passkey;
const challenge = async () => (await anyone(beginPasskeySignIn, { relyingParty })).options;
const use = async (credential: string, to = relyingParty) =>
  (await anyone(finishPasskeySignIn, { relyingParty: to, credential, origin: ORIGIN })).session;
const enter = async () => use(authenticator.get(await challenge(), site));

describe('a passkey', () => {
  it('that does not count signs in again and again', async () => {
    authenticator.counter = 0;
    await register();
    expect([await enter(), await enter()]).toEqual([expect.anything(), expect.anything()]);
  });

  it('is one of at most 20', async () => {
    for (let n = 0; n < 19; n++) await register(call, new SoftwareAuthenticator());
    const credentials = await Promise.all(
      [1, 2].map(async () => new SoftwareAuthenticator().create(await begin(), site)),
    );
    const results = await Promise.allSettled(credentials.map((each) => finish(each)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(begin()).rejects.toMatchObject({ code: 'PASSKEYS_EXHAUSTED' });
    expect((await call(listPasskeys, {})).passkeys).toHaveLength(20);
  });
});

describe('a registration is rejected', () => {
  it.each<[string, (options: string) => string]>([
    ['of another origin', (options) => authenticator.create(options, 'https://evil.example')],
    ['of another host', (options) => authenticator.create(options, site, { rpId: 'evil.example' })],
    ['without a verified user', (options) => authenticator.create(options, site, { isVerified: false })],
    [
      'of a challenge that is not ours',
      (options) => authenticator.create(options, site, { challenge: 'x'.repeat(43) }),
    ],
    ['that is a sign-in', (options) => authenticator.get(options, site)],
    ['that is nothing', () => 'null'],
    ['that is no JSON', () => '{'],
  ])('%s', async (_, answer) => {
    await expect(finish(answer(await begin()))).rejects.toMatchObject(REJECTED);
    expect((await call(listPasskeys, {})).passkeys).toEqual([]);
  });

  it('a second time, after a failure, after five minutes, and for anybody else', async () => {
    const options = await begin();
    await finish(authenticator.create(options, site));
    await expect(finish(new SoftwareAuthenticator().create(options, site))).rejects.toMatchObject(REJECTED);

    const failed = await begin();
    await expect(finish(authenticator.create(failed, site, { isVerified: false }))).rejects.toMatchObject(REJECTED);
    await expect(finish(new SoftwareAuthenticator().create(failed, site))).rejects.toMatchObject(REJECTED);

    const ben = await signIn(service, operator, await newAdministrator(service, operator, 'ben@x.example'));
    const stolen = new SoftwareAuthenticator().create(await begin(), site);
    await expect(finish(stolen, service.call(ben.actor))).rejects.toMatchObject(REJECTED);
    await expect(finish(new SoftwareAuthenticator().create(await challenge(), site))).rejects.toMatchObject(REJECTED);

    const late = await begin();
    service.clock.advance(5 * MINUTE);
    await expect(finish(new SoftwareAuthenticator().create(late, site))).rejects.toMatchObject(REJECTED);
    expect((await call(listPasskeys, {})).passkeys).toHaveLength(1);
  });

  it('of a credential that somebody has', async () => {
    await register();
    const elsewhere = await newInstitution(service);
    const eva = await signIn(service, elsewhere, await newAdministrator(service, elsewhere, 'eva@x.example'));
    await expect(register(service.call(eva.actor))).rejects.toMatchObject(REJECTED);
  });
});

describe('nobody is signed in', () => {
  const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  it.each<[string, (options: string) => string]>([
    ['by another key', (options) => authenticator.get(options, site, { key: another })],
    ['from another origin', (options) => authenticator.get(options, 'https://evil.example')],
    ['from another host', (options) => authenticator.get(options, site, { rpId: 'evil.example' })],
    ['who was not verified', (options) => authenticator.get(options, site, { isVerified: false })],
    ['as another user', (options) => authenticator.get(options, site, { userHandle: 'AAAA' })],
    ['with no user', (options) => authenticator.get(options, site, { userHandle: '' })],
    ['by a challenge that is not ours', (options) => authenticator.get(options, site, { challenge: 'x'.repeat(43) })],
    ['by a registration', (options) => authenticator.create(options, site)],
    ['by an unknown passkey', (options) => new SoftwareAuthenticator().get(options, site)],
    ['by nothing', () => ''],
    ['by what is no credential', () => '{"id":[1]}'],
  ])('%s', async (_, answer) => {
    await register();
    authenticator.counter++;
    expect(await use(answer(await challenge()))).toBeUndefined();
    expect(await enter()).toBeDefined();
  });

  it('by a challenge that was used, failed, is five minutes old, or of a registration', async () => {
    await register();
    const options = await challenge();
    authenticator.counter++;
    expect(await use(authenticator.get(options, site))).toBeDefined();
    authenticator.counter++;
    expect(await use(authenticator.get(options, site))).toBeUndefined();

    const failed = await challenge();
    expect(await use(authenticator.get(failed, site, { key: another }))).toBeUndefined();
    expect(await use(authenticator.get(failed, site))).toBeUndefined();

    const { challenge: ofRegistration } = JSON.parse(await begin());
    expect(await use(authenticator.get(await challenge(), site, { challenge: ofRegistration }))).toBeUndefined();

    const late = await challenge();
    service.clock.advance(5 * MINUTE);
    expect(await use(authenticator.get(late, site))).toBeUndefined();
  });

  it('twice by one answer, however many send it at the same time', async () => {
    await register();
    authenticator.counter++;
    const credential = authenticator.get(await challenge(), site);
    const sessions = await Promise.all(Array.from({ length: 8 }, () => use(credential)));
    expect(sessions.filter(Boolean)).toHaveLength(1);
  });

  it('by a copy of the authenticator: its count must grow, also at the same time', async () => {
    await register();
    expect(await enter()).toBeUndefined();
    authenticator.counter = 5;
    const answers = await Promise.all([1, 2, 3].map(async () => authenticator.get(await challenge(), site)));
    const sessions = await Promise.all(answers.map((answer) => use(answer)));
    expect(sessions.filter(Boolean)).toHaveLength(1);
    authenticator.counter = 4;
    expect(await enter()).toBeUndefined();
  });

  it('who is archived, or no administrator any more', async () => {
    await register();
    authenticator.counter++;
    const operate = service.call(operator);
    await newColleague(service, operator);
    const archive = (isArchived: boolean) => setArchived(service, operator, ada.id, isArchived);
    await archive(true);
    expect(await enter()).toBeUndefined();
    await expect(begin()).rejects.toMatchObject({ code: 'ADMINISTRATOR_NOT_FOUND' });
    await archive(false);
    expect(await enter()).toBeDefined();
    authenticator.counter++;
    await deliverArchiving(service, operator, ada.id, true);
    await deliverArchiving(service, operator, ada.id, false);
    expect(await enter()).toBeUndefined();
    await operate(AdministratorService.method.addAdministrator, { email: ada.email });
    expect(await enter()).toBeUndefined();
  });
});

it('challenges are stored as hashes, and removed when they have expired', async () => {
  const shown = JSON.parse(await challenge()).challenge;
  const stored = await service.sql<{ text: string }>(
    `SELECT string_agg(t::text, ' ') AS text FROM passkey_challenges t`,
  );
  expect(stored[0]?.text).not.toContain(Buffer.from(shown, 'base64url').toString('hex'));
  service.clock.advance(5 * MINUTE);
  const before = toInstantText(service.clock.now());
  await service.runtime.db.transaction((tx) => tx.rows(removeChallenges, { before, limit: 1_000 }), { of: 'nobody' });
  expect(await service.sql('SELECT FROM passkey_challenges')).toEqual([]);
});
