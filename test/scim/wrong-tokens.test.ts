import { expect, it } from 'vitest';
import { query } from '../support/postgres/query.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

it('401: a request with a wrong token of a sync is in the records of the sync', async () => {
  const system = await TestSystem.start();
  const sync = await TestSync.create(system, await system.newInstitution());
  const [clientId = ''] = sync.token.split('.');
  const { status } = await sync.get('/Users', { authorization: `Bearer ${clientId}.wrong` });
  expect(status).toBe(401);
  const records = () =>
    query<{ status: number; route: string; path: string }>(
      system.databases.url('activity'),
      'SELECT status, route, path FROM requests WHERE integration_id = $1',
      [sync.integrationId],
    );
  const found = await until('the record', async () => {
    const all = await records();
    return all.length > 0 && all;
  });
  expect(found).toMatchObject([{ status: 401, route: '/scim/v2/Users', path: '/scim/v2/Users' }]);
});
