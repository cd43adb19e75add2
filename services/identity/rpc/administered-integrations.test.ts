import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { IntegrationAccess } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
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

const byClient: readonly [string, (by: Call, clientId: string) => Promise<unknown>][] = [
  ['RotateIntegrationSecret', (by, clientId) => by(method.rotateIntegrationSecret, { clientId })],
  ['EndOldSecret', (by, clientId) => by(method.endOldSecret, { clientId })],
  ['DeactivateIntegration', (by, clientId) => by(method.deactivateIntegration, { clientId })],
  ['ActivateIntegration', (by, clientId) => by(method.activateIntegration, { clientId })],
  [
    'ChangeIntegrationAccess',
    (by, clientId) => by(method.changeIntegrationAccess, { clientId, access: IntegrationAccess.READ }),
  ],
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
});
