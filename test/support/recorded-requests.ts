import { GatheredBatch, GatheredUsage } from '../../gateway/activity/gathered-requests.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';
import type { TestInstitution } from './test-system.ts';
import { until } from './until.ts';

/**
 * The query of `GET /requests` that finds nothing but what {@link recordRequests} records: each request of a test is a
 * later one.
 */
export const RECORDED_BEFORE = '?to=2026-10-05T00:00:00.000Z';

/** Records two requests of a client, days before a test begins, in two hours, with the same ids for every client. */
export async function recordRequests({ id: institutionId, operator }: TestInstitution, client: TestClient) {
  const { integrations } = await operator(IntegrationService.method.listIntegrations, {});
  const integrationId = integrations.find(({ clientId }) => clientId === client.clientId)?.id ?? '';
  const requester = { institutionId, integrationId };
  const batch = new GatheredBatch(systemIds.newId());
  const usage = new GatheredUsage();
  batch.usage = usage;
  for (const [n, time] of ['2026-10-01T08:30:00.000Z', '2026-10-01T09:30:00.000Z'].entries()) {
    const request = {
      ...{ id: systemIds.newId(), requestId: `00000000-0000-4000-8000-00000000000${n}`, time },
      ...{ method: 'GET', route: '/api/v4/users', path: '/api/v4/users', status: 200, durationMs: 1.5 },
      ...{ bytesIn: 0, bytesOut: 0, isReplay: false },
    };
    batch.add(requester, request);
    usage.add(requester, request, true, undefined);
  }
  await operator(RequestService.method.recordRequests, batch.message());
}

/** The record of a client's request, by its answer or its id, once there is one. */
export async function recordOf(client: TestClient, request: TestAnswer | string) {
  const id = typeof request === 'string' ? request : request.headers.get('x-request-id');
  const found = await until('the record', async () => {
    const record = await client.get(`/requests/${id}`);
    return record.status === 200 && record;
  });
  return found.body.data;
}
