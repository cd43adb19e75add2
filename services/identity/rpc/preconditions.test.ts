import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { Area } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

const { changeIntegrationAccess, renameIntegration, rotateIntegrationSecret, endOldSecret } = IntegrationService.method;

let service: TestService;
let call: Call;
beforeAll(async () => {
  service = await startIdentity();
  call = service.call(await newAdministrator(service));
});

const newIntegration = async () => {
  const { integration } = await call(IntegrationService.method.createIntegration, { name: 'Door' });
  if (!integration) throw new Error('no integration');
  return integration;
};
/** How many of ten equal calls at once are done, and how the others are refused. */
async function tenOf(make: (index: number) => Promise<unknown>) {
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => make(index)));
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  return { done: 10 - refused.length, refused: [...new Set(refused)] };
}
const ONE = { done: 1, refused: ['REVISION_STALE'] };

describe('of ten who have seen the same', () => {
  it('one renames an integration', async () => {
    const { clientId, revision } = await newIntegration();
    const precondition = { revisions: [revision] };
    expect(await tenOf((n) => call(renameIntegration, { clientId, name: `Door ${n}`, precondition }))).toEqual(ONE);
  });

  it('one changes what it may do', async () => {
    const { clientId, revision } = await newIntegration();
    const areas = (n: number) => ({ areas: [(Area.USERS + (n % 8)) as Area] });
    const change = (n: number) =>
      call(changeIntegrationAccess, { clientId, areas: areas(n), precondition: { revisions: [revision] } });
    expect(await tenOf(change)).toEqual(ONE);
  });

  it('one rotates its secret, and one ends the old one', async () => {
    const { clientId, revision } = await newIntegration();
    const first = { revisions: [revision] };
    expect(await tenOf(() => call(rotateIntegrationSecret, { clientId, precondition: first }))).toEqual(ONE);
    const { integrations } = await call(IntegrationService.method.listIntegrations, {});
    const { secrets = [], revision: now = '' } = integrations.find((each) => each.clientId === clientId) ?? {};
    expect(secrets).toHaveLength(2);
    const hint = secrets[0]?.hint ?? '';
    const precondition = { revisions: [now] };
    expect(await tenOf(() => call(endOldSecret, { clientId, hint, precondition }))).toEqual(ONE);
  });

  it('one changes the settings', async () => {
    const { revision } = await call(InstitutionService.method.getInstitution, {});
    const precondition = { revisions: [revision] };
    const save = (n: number) =>
      call(InstitutionService.method.setInstitutionSettings, {
        change: { defaultLessonUnitMinutes: n + 1 },
        precondition,
      });
    expect(await tenOf(save)).toEqual(ONE);
  });
});

it('the secret in use is neither ended nor replaced by who names another one', async () => {
  const { clientId, secrets } = await newIntegration();
  const hint = secrets[0]?.hint ?? '';
  await expect(call(endOldSecret, { clientId, hint })).rejects.toMatchObject({ code: 'SECRET_STALE' });
  await call(rotateIntegrationSecret, { clientId, currentHint: hint });
  await expect(call(rotateIntegrationSecret, { clientId, currentHint: hint })).rejects.toMatchObject({
    code: 'SECRET_STALE',
  });
});
