import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { type AdministratorActor, ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import {
  AdministratorService,
  SessionService,
  SignInMethod,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { deliverArchiving, setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { SoftwareAuthenticator } from '../../../test/support/identity/software-authenticator.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { removeChallenges } from '../store/passkey-challenges.ts';

const {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  finishPasskeySignIn,
} = PasskeyService.method;
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
  it('is registered with options that ask for a discoverable one that verifies its user', async () => {
    const options = JSON.parse(await begin());
    expect(options).toMatchObject({
      rp: { id: 'console.example' },
      user: {
        name: ada.email,
        displayName: ada.name,
        id: Buffer.from(ada.id.replaceAll('-', ''), 'hex').toString('base64url'),
      },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const passkey = await register();
    expect(passkey).toMatchObject({ name: 'Laptop', createdAt: toInstantText(service.clock.now()) });
    expect((await call(listPasskeys, {})).passkeys).toEqual([passkey]);
    expect(JSON.parse(await begin()).excludeCredentials).toEqual([
      { id: authenticator.credentialId.toString('base64url'), type: 'public-key' },
    ]);
  });

  it('signs its owner in, with options that name nobody', async () => {
    await register();
    const options = await challenge();
    expect(JSON.parse(options)).toMatchObject({ rpId: 'console.example', userVerification: 'required' });
    expect(JSON.parse(options).allowCredentials ?? []).toEqual([]);
    service.clock.advance(MINUTE);
    authenticator.counter++;
    const session = await use(authenticator.get(options, site));
    const { identity } = await anyone(SessionService.method.authenticateSession, { token: session?.token ?? '' });
    expect(identity).toMatchObject({ userId: ada.id, institutionId: operator.institutionId });
    const [newest] = (await call(SessionService.method.listSessions, {})).sessions;
    expect(newest).toMatchObject({ id: identity?.sessionId, method: SignInMethod.PASSKEY, origin: ORIGIN });
    const [passkey] = (await call(listPasskeys, {})).passkeys;
    expect(passkey?.lastUsedAt).toBe(toInstantText(service.clock.now()));
  });

  it('that does not count signs in again and again', async () => {
    authenticator.counter = 0;
    await register();
    expect([await enter(), await enter()]).toEqual([expect.anything(), expect.anything()]);
  });

  it('is renamed and removed by its owner alone, and each is recorded', async () => {
    const { id = '' } = (await register()) ?? {};
    const user = await newAdministrator(service, operator, 'ben@x.example');
    const ben = { ...(await signIn(service, operator, user)), user };
    const others = service.call(ben.actor);
    const calls = [
      () => others(renamePasskey, { id, name: 'Mine' }),
      () => others(removePasskey, { id }),
      () => call(renamePasskey, { id: NOWHERE, name: 'x' }),
      () => call(removePasskey, { id: 'no-uuid' }),
    ];
    for (const each of calls) await expect(each()).rejects.toMatchObject({ code: 'PASSKEY_NOT_FOUND' });
    expect((await others(listPasskeys, {})).passkeys).toEqual([]);
    expect((await call(renamePasskey, { id, name: 'Phone' })).passkey).toMatchObject({ id, name: 'Phone' });
    await expect(call(removePasskey, { id })).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' });
    const { createSignInLink } = AdministratorService.method;
    await service.call(operator)(createSignInLink, { email: ben.user.email });
    await call(removePasskey, { id });
    expect((await call(listPasskeys, {})).passkeys).toEqual([]);
    authenticator.counter++;
    expect(await enter()).toBeUndefined();
    const recorded = await service.sql<{ operation: string; name: string }>(
      `SELECT operation, actor_name AS name FROM audit_log WHERE resource = 'passkey' AND resource_id = $1 ORDER BY recorded_at, sequence`,
      [id],
    );
    const of = (operation: string) => ({
      operation: `lyceum.identity.v1.PasskeyService/${operation}`,
      name: ada.name,
    });
    expect(recorded).toEqual([of('FinishPasskeyRegistration'), of('RenamePasskey'), of('RemovePasskey')]);
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
  await service.runtime.db.transaction((tx) => tx.rows(removeChallenges, { before, limit: 1_000 }));
  expect(await service.sql('SELECT FROM passkey_challenges')).toEqual([]);
});
