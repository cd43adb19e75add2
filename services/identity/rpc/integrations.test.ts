import { hash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { publicKeysOf } from '../../../platform/calls/identity/identity-keys.ts';
import { IdentityVerifier } from '../../../platform/calls/identity/identity-verifier.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { FULL, grantOf } from '../../../platform/core/grant.ts';
import { grantMessage, readGrant } from '../../../platform/core/grant-message.ts';
import { Area, IntegrationAccess } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { testKeys } from '../../../test/support/calls/test-identities.ts';
import { NOWHERE, newInstitution, platform } from '../../../test/support/directory/institution.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { userChange } from '../../../test/support/resource-change.ts';

const { changeIntegrationAccess, createIntegration, rotateIntegrationSecret, authenticateIntegration } =
  IntegrationService.method;
const { createUser, updateUser } = UserService.method;

let service: TestService;
let institutionId: string;
let call: Call;
let operate: Call;
let lines = '';
beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(line, _, done) {
        lines += line;
        done();
      },
    }),
  );
  service = await startIdentity({ log });
  operate = service.call(platform);
});
afterAll(() => service.stop());
beforeEach(async () => {
  const operator = await newInstitution(service);
  institutionId = operator.institutionId;
  call = service.call(operator);
});

async function authenticate(clientId: string | undefined, secret: string) {
  return service.call(ANONYMOUS)(authenticateIntegration, { clientId: clientId ?? '', secret });
}

/** The part of a secret's hash that may be shared. */
function hint(secret: string): Uint8Array {
  return new Uint8Array(hash('sha256', secret, 'buffer').subarray(0, 8));
}

describe('CreateIntegration', () => {
  it('requires an active user of the institution as its creator', async () => {
    const { user } = await call(createUser, { user: { email: 'a@x.example', name: 'A' } });
    const { integration, clientSecret } = await call(createIntegration, { name: 'T', createdBy: user?.id ?? '' });
    expect(integration?.createdBy).toBe(user?.id);
    expect((await authenticate(integration?.clientId, clientSecret)).identity?.createdBy).toBe(user?.id);

    await call(updateUser, { id: user?.id ?? '', precondition: { any: true }, ...userChange({ isArchived: true }) });
    const elsewhere = service.call(await newInstitution(service));
    const { user: stranger } = await elsewhere(createUser, { user: { email: 'b@x.example', name: 'B' } });
    for (const createdBy of [user?.id ?? '', stranger?.id ?? '', NOWHERE, 'no-uuid']) {
      await expect(call(createIntegration, { name: 'T', createdBy })).rejects.toMatchObject({
        code: 'REFERENCE_INVALID',
        violations: [{ pointer: '/createdBy', code: 'invalid_reference' }],
      });
    }
  });

  it('requires an existing institution', async () => {
    const nowhere = service.call({ kind: 'operator', institutionId: NOWHERE });
    await expect(nowhere(createIntegration, { name: 'T' })).rejects.toMatchObject({ code: 'INSTITUTION_NOT_FOUND' });
  });
});

describe('RotateIntegrationSecret', () => {
  it('lets two of many concurrent rotations through, and one of those that replace the same secret', async () => {
    const { integration, clientSecret: first } = await call(createIntegration, { name: 'T' });
    const clientId = integration?.clientId ?? '';
    const rotateAtOnce = async (request: { currentHint?: string }) => {
      const rotations = Array.from({ length: 6 }, () =>
        operate(rotateIntegrationSecret, { clientId, keepFormerSeconds: 3_600, ...request }),
      );
      const outcomes = await Promise.allSettled(rotations);
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
      const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.clientSecret] : []));
      return { made, refused: new Set(refused) };
    };
    const one = await rotateAtOnce({ currentHint: integration?.secrets[0]?.hint ?? '' });
    expect(one).toMatchObject({ made: [expect.any(String)], refused: new Set(['SECRET_STALE']) });
    const another = await rotateAtOnce({});
    expect(another).toMatchObject({ made: [expect.any(String)], refused: new Set(['SECRETS_EXHAUSTED']) });
    for (const secret of [first, ...one.made, ...another.made])
      expect((await authenticate(clientId, secret)).identity).toBeDefined();
  });
});

describe('ChangeIntegrationAccess', () => {
  const changes = (id: string | undefined) =>
    service.sql(`SELECT 1 FROM outbox WHERE aggregate_id = $1 AND type LIKE '%IntegrationAccessChanged'`, [id]);

  it('leaves what it does not name, and is announced when something changed', async () => {
    const { integration, clientSecret } = await call(createIntegration, { name: 'T' });
    const { id, clientId = '' } = integration ?? {};
    await operate(changeIntegrationAccess, { clientId, areas: { areas: [Area.EVENTS, Area.USERS] } });
    await operate(changeIntegrationAccess, { clientId, access: IntegrationAccess.READ });
    const { identity } = await authenticate(clientId, clientSecret);
    const verifier = new IdentityVerifier(publicKeysOf(testKeys), service.clock);
    const grant = grantOf('read', ['users', 'events']);
    expect(await verifier.verify(identity?.token ?? '')).toMatchObject({ grant });
    expect(readGrant(identity?.grant)).toEqual(grant);
    expect(await changes(id)).toHaveLength(2);
    await operate(changeIntegrationAccess, { clientId, access: IntegrationAccess.READ });
    expect(await changes(id)).toHaveLength(2);
  });

  it.each([[[Area.NONE]], [[Area.UNSPECIFIED]], [[99]], [[Area.USERS, Area.USERS]]])('refuses %j', async (areas) => {
    const { integration } = await call(createIntegration, { name: 'T' });
    const { clientId = '' } = integration ?? {};
    await expect(
      operate(changeIntegrationAccess, { clientId, areas: { areas: areas as Area[] } }),
    ).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
  });

  it('refuses a directory sync, and one with a grant', async () => {
    const sync = { name: 'S', isDirectorySync: true };
    const { integration } = await call(createIntegration, sync);
    const { clientId = '' } = integration ?? {};
    for (const attempt of [
      () => operate(changeIntegrationAccess, { clientId, access: IntegrationAccess.READ }),
      () => call(createIntegration, { ...sync, grant: grantMessage(FULL) }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'DIRECTORY_SYNC_UNLIMITED' });
  });
});

describe('AuthenticateIntegration', () => {
  it('signs the identity of the secret’s owner for a minute', async () => {
    const { integration, clientSecret } = await call(createIntegration, { name: 'T' });
    const { identity } = await authenticate(integration?.clientId, clientSecret);
    const verifier = () => new IdentityVerifier(publicKeysOf(testKeys), service.clock);
    const who = { kind: 'integration', institutionId, integrationId: integration?.id, createdBy: null, grant: FULL };
    expect(await verifier().verify(identity?.token ?? '')).toEqual(who);
    const later = service.clock.now() + 60_000 + LEEWAY_MS;
    const at = (now: number) => new IdentityVerifier(publicKeysOf(testKeys), { now: () => now });
    expect(await at(later - 1_000).verify(identity?.token ?? '')).toEqual(who);
    await expect(at(later).verify(identity?.token ?? '')).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
  });

  it('returns no identity without the secret', async () => {
    const { integration, clientSecret } = await call(createIntegration, { name: 'T' });
    const { clientSecret: another } = await call(createIntegration, { name: 'U' });
    for (const secret of [
      '',
      'wrong',
      another,
      clientSecret.toUpperCase(),
      `${clientSecret} `,
      hint(clientSecret).join(),
    ])
      expect(await authenticate(integration?.clientId, secret)).not.toHaveProperty('identity');
  });

  it('accepts no invalid hashes', async () => {
    const { integration, clientSecret } = await call(createIntegration, { name: 'T' });
    for (const hash of [`left(secrets #>> '{0,hash}', 32)`, `''::text`]) {
      const update = `UPDATE integrations SET secrets = jsonb_set(secrets, '{0,hash}', to_jsonb(${hash})) WHERE client_id = $1`;
      await service.sql(update, [integration?.clientId]);
      expect((await authenticate(integration?.clientId, clientSecret)).identity).toBeUndefined();
    }
  });
});

/** The allowed difference between the clocks of two machines. */
const LEEWAY_MS = 30_000;

it('a secret appears only in its response, with and without an idempotency key', async () => {
  const operator = await newInstitution(service);
  const keyed = (key: string) => service.callWithKey(operator, { key, fingerprint: key });
  const created = await keyed('create')(createIntegration, { name: 'T' });
  const { integration } = created.message;
  const clientId = integration?.clientId ?? '';
  const rotated = await keyed('rotate')(rotateIntegrationSecret, { clientId });
  const plain = await operate(rotateIntegrationSecret, { clientId });

  const replays = [
    await keyed('create')(createIntegration, { name: 'T' }),
    await keyed('rotate')(rotateIntegrationSecret, { clientId }),
  ];
  expect(replays).toMatchObject([
    { message: { integration: { clientId, secrets: [{}] }, clientSecret: '' }, metadata: { replayed: true } },
    { message: { integration: { clientId, secrets: [{}, {}] }, clientSecret: '' }, metadata: { replayed: true } },
  ]);

  const tables = await service.sql<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const stored = await Promise.all(
    tables.map(({ name }) => service.sql<{ text: string }>(`SELECT string_agg(t::text, ' ') AS text FROM ${name} t`)),
  );
  const everything = `${lines} ${JSON.stringify(stored)}`;
  for (const secret of [created.message.clientSecret, rotated.message.clientSecret, plain.clientSecret]) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(everything).toContain(clientId);
});
