import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE, platform } from '../../../test/support/directory/institution.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

const { method } = IntegrationService;
const NOT_FOUND = { code: 'INTEGRATION_NOT_FOUND' };

let service: TestService;
let administrator: Awaited<ReturnType<typeof newAdministrator>>;
let call: Call;
let elsewhere: Call;
beforeAll(async () => {
  service = await startIdentity();
  administrator = await newAdministrator(service);
  call = service.call(administrator);
  elsewhere = service.call(await newAdministrator(service));
});

async function created(by: Call = call) {
  const { integration, clientSecret } = await by(method.createIntegration, { name: 'Terminal' });
  return { ...present(integration, 'integration'), clientSecret };
}

async function isLive(clientId: string, secret: string): Promise<boolean> {
  const { identity } = await service.call(ANONYMOUS)(method.authenticateIntegration, { clientId, secret });
  return identity !== undefined;
}

const byClient: readonly [string, (by: Call, clientId: string) => Promise<unknown>][] = [
  ['RotateIntegrationSecret', (by, clientId) => by(method.rotateIntegrationSecret, { clientId })],
  ['EndOldSecret', (by, clientId) => by(method.endOldSecret, { clientId })],
  ['DeactivateIntegration', (by, clientId) => by(method.deactivateIntegration, { clientId })],
  ['ActivateIntegration', (by, clientId) => by(method.activateIntegration, { clientId })],
  ['RenameIntegration', (by, clientId) => by(method.renameIntegration, { clientId, name: 'Renamed' })],
];

describe('an administrator', () => {
  it('is the creator of what they create, whatever the request says', async () => {
    const { integration } = await call(method.createIntegration, { name: 'Terminal', createdBy: NOWHERE });
    expect(integration).toMatchObject({ createdBy: administrator.userId, createdAt: '2026-10-05T08:00:00.000Z' });
    const [record] = await service.sql('SELECT actor, actor_id, actor_name FROM audit_log WHERE resource_id = $1', [
      integration?.id,
    ]);
    expect(record).toEqual({ actor: 'administrator', actor_id: administrator.userId, actor_name: administrator.name });
  });

  it('reads the integrations of the institution alone', async () => {
    const own = await created();
    const foreign = await created(elsewhere);
    const { clientSecret, ...integration } = own;
    expect((await call(method.getIntegration, { id: own.id })).integration).toEqual(integration);
    const ids = (await call(method.listIntegrations, {})).integrations.map(({ id }) => id);
    expect(ids).toContain(own.id);
    expect(ids).not.toContain(foreign.id);
    for (const id of [foreign.id, NOWHERE, 'no-uuid'])
      await expect(call(method.getIntegration, { id })).rejects.toMatchObject(NOT_FOUND);
  });

  it.each(byClient)('%s: one of another institution is not found, and does not change', async (_, change) => {
    const foreign = await created(elsewhere);
    const { clientId } = foreign;
    await expect(change(call, clientId)).rejects.toMatchObject(NOT_FOUND);
    expect((await elsewhere(method.getIntegration, { id: foreign.id })).integration).toMatchObject({
      name: 'Terminal',
      isActive: true,
      secrets: [{}],
    });
  });

  it('rotates the secret; each old one ends in the time that was chosen for it', async () => {
    const { clientId, clientSecret: first } = await created();
    const rotate = (keepFormerSeconds: number) => call(method.rotateIntegrationSecret, { clientId, keepFormerSeconds });
    const { integration, clientSecret: second } = await rotate(3_600);
    expect(integration?.secrets).toMatchObject([{ expiresAt: '2026-10-05T09:00:00.000Z' }, {}]);
    const { clientSecret: third } = await rotate(0);
    const live = () => Promise.all([first, second, third].map((each) => isLive(clientId, each)));
    expect(await live()).toEqual([true, false, true]);
  });
});

describe('EndOldSecret', () => {
  it('ends the one that it names; not one that has become the current one, or has ended', async () => {
    const { clientId, clientSecret: first } = await created();
    const rotate = () => call(method.rotateIntegrationSecret, { clientId });
    const { clientSecret: second } = await rotate();
    const { integration, clientSecret: third } = await rotate();
    const hints = present(integration, 'integration').secrets.map(({ hint }) => hint);
    const end = (hint: string | undefined) => call(method.endOldSecret, { clientId, ...(hint ? { hint } : {}) });
    await end(hints[0]);
    for (const hint of [hints[0], hints[2], 'unknown'])
      await expect(end(hint)).rejects.toMatchObject({ code: 'SECRET_STALE' });
    const live = await Promise.all([first, second, third].map((each) => isLive(clientId, each)));
    expect(live).toEqual([false, true, true]);
  });

  it('without a name ends all former secrets, once, and tells caches', async () => {
    const { id, clientId, clientSecret: first } = await created();
    const { clientSecret: second } = await call(method.rotateIntegrationSecret, { clientId });
    expect(await isLive(clientId, first)).toBe(true);
    for (const _ of [1, 2]) {
      const { integration } = await call(method.endOldSecret, { clientId });
      expect(integration?.secrets).toHaveLength(1);
    }
    expect([await isLive(clientId, first), await isLive(clientId, second)]).toEqual([false, true]);
    expect(await typesOf(id)).toEqual(['IntegrationCreated', 'IntegrationSecretRotated', 'IntegrationSecretRotated']);
  });
});

describe('ActivateIntegration', () => {
  it('makes the same secrets valid again, once, and tells caches', async () => {
    const { id, clientId, clientSecret } = await created();
    await call(method.deactivateIntegration, { clientId });
    expect(await isLive(clientId, clientSecret)).toBe(false);
    for (const _ of [1, 2])
      expect((await call(method.activateIntegration, { clientId })).integration).toMatchObject({ isActive: true });
    expect(await isLive(clientId, clientSecret)).toBe(true);
    expect(await typesOf(id)).toEqual(['IntegrationCreated', 'IntegrationDeactivated', 'IntegrationActivated']);
  });
});

describe('RenameIntegration', () => {
  it('changes the name, and records it once', async () => {
    const { id, clientId } = await created();
    for (const _ of [1, 2])
      expect((await call(method.renameIntegration, { clientId, name: 'Door' })).integration).toMatchObject({
        name: 'Door',
      });
    expect(await service.sql('SELECT FROM audit_log WHERE resource_id = $1', [id])).toHaveLength(2);
  });

  it.each(['', ' ', 'x'.repeat(256)])('refuses the name %j', async (name) => {
    const { clientId } = await created();
    await expect(call(method.renameIntegration, { clientId, name })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/name' }],
    });
  });
});

it('operators change integrations of every institution', async () => {
  const { clientId } = await created();
  const operate = service.call(platform);
  for (const [, change] of byClient) await change(operate, clientId);
  expect(
    (await call(method.listIntegrations, {})).integrations.find((each) => each.clientId === clientId),
  ).toMatchObject({
    name: 'Renamed',
  });
});

async function typesOf(id: string): Promise<string[]> {
  const rows = await service.sql<{ type: string }>(
    'SELECT type FROM outbox WHERE aggregate_id = $1 ORDER BY sequence',
    [id],
  );
  return rows.map(({ type }) => type.replace(/.*\./, ''));
}
