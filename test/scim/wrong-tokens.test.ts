import { expect, it } from 'vitest';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

it('401: a request with a wrong token of a sync is in the records of the sync', async () => {
  const system = await TestSystem.start();
  const institution = await system.newInstitution();
  const { operator } = institution;
  const sync = await TestSync.create(system, institution);
  const [clientId = ''] = sync.token.split('.');
  const { status } = await sync.get('/Users', { authorization: `Bearer ${clientId}.wrong` });
  expect(status).toBe(401);
  const found = await until('the record', async () => {
    const { requests } = await operator(RequestService.method.listRequests, {
      ...{ integrationId: sync.integrationId, page: { size: 10 } },
    });
    return requests.length > 0 && requests;
  });
  expect(found).toMatchObject([{ status: 401, route: '/scim/v2/Users', path: '/scim/v2/Users' }]);
});
