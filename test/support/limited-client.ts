import { type AccessName, type AreaName, grantOf } from '../../platform/core/grant.ts';
import { grantMessage } from '../../platform/core/grant-message.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestClient } from './test-client.ts';
import type { TestInstitution, TestSystem } from './test-system.ts';
import { until } from './until.ts';

interface Limits {
  readonly access?: AccessName;
  readonly areas?: readonly AreaName[] | null;
}

/** A client of an institution with a new integration that is limited. */
export function limitedClient(
  system: TestSystem,
  { id }: TestInstitution,
  { access = 'full', areas = null }: Limits,
): Promise<TestClient> {
  return system.newClient(id, undefined, grantOf(access, areas));
}

/** Changes what an integration may do, and waits until the gateway knows. */
export async function limit(
  { operator }: TestInstitution,
  client: TestClient,
  { access = 'full', areas = null }: Limits,
): Promise<void> {
  const grant = grantMessage(grantOf(access, areas));
  await operator(IntegrationService.method.changeIntegrationAccess, {
    clientId: client.clientId,
    access: grant.access,
    areas: grant.areas ?? {},
  });
  await until('the change', async () => {
    const { access: shown, areas: named } = (await client.get('/integration')).body.data;
    return shown === access && String(named) === String(grantOf(access, areas).areas);
  });
}
