import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { EndpointDeps } from '../../../gateway/endpoint/handler.ts';
import { registerEndpoint } from '../../../gateway/endpoint/register-endpoint.ts';
import { nameRoutes } from '../../../gateway/http/route-templates.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { discovery } from '../../../gateway/scim/discovery.ts';
import { users } from '../../../gateway/scim/users.ts';
import { messages } from '../../../languages/en/console/index.ts';
import { ROUTES, routeOptions } from './routes.ts';
import { operationOf } from './sentences.ts';

it('the routes to choose from are those that the gateway serves with credentials, each with its sentence', async () => {
  const operations = new Set<string>();
  const served = new Set<string>();
  const app = Fastify();
  const deps = {} as EndpointDeps;
  nameRoutes(app);
  app.addHook('onRoute', ({ method, config: { template = '', authenticatedBy } = {} }) => {
    if (authenticatedBy !== undefined) return;
    served.add(template);
    for (const each of [method].flat()) operations.add(operationOf(each, template));
  });
  await app.register(async (api) => endpoints.map((each) => registerEndpoint(api, each, deps)), { prefix: '/api/v4' });
  await app.register(
    async (scim) => {
      users(scim, deps, () => '');
      discovery(scim, () => '');
    },
    { prefix: '/scim/v2' },
  );
  expect(served.size).toBeGreaterThan(50);
  expect(ROUTES.toSorted()).toEqual([...served].toSorted());
  expect(Object.keys(messages.requests.told).toSorted()).toEqual([...operations].toSorted());
});

it('a route of an address that is none of them can be chosen, too', () => {
  expect(routeOptions('/api/v4/users')).toHaveLength(ROUTES.length);
  expect(routeOptions('/api/v3/users').at(-1)).toEqual(['/api/v3/users', '/api/v3/users']);
  expect(routeOptions('').find(([route]) => route === '/api/v4/users/{id}')).toEqual([
    '/api/v4/users/{id}',
    '/users/{id}',
  ]);
});
