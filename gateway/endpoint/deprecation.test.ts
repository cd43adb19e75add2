import Fastify from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiDocument } from '../../site/openapi/document.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { declareRequestState } from '../http/request-state.ts';
import { Problem } from '../problem/problem.ts';
import { readEndpoint } from './declare.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { EndpointDeps } from './handler.ts';
import { registerEndpoint } from './register-endpoint.ts';

const since = '2027-01-31T12:00:00.000Z';
const sunset = '2028-02-01T00:00:00.000Z';
const deprecation = { since, sunset, anchor: 'old-users' };

const oldUser = (path: string, isDeprecated: boolean) =>
  readEndpoint({
    path,
    operationId: isDeprecated ? 'getOldUser' : 'getNewUser',
    tag: 'Users',
    service: 'directory',
    summary: 'Get one user in the old way',
    description: 'As it was.',
    data: Type.Object({ id: Type.String() }),
    example: { id: 'x' },
    ...(isDeprecated ? { deprecation } : {}),
    async run({ params: { id = '' } }) {
      if (id === 'gone') throw new Problem(404, 'resource_not_found', { detail: 'The user does not exist.' });
      return { data: { id } };
    },
  });
const endpoints = [oldUser('/old-users/{id}', true), oldUser('/new-users/{id}', false)];

describe('the answers of a deprecated operation', () => {
  const app = Fastify();

  beforeAll(async () => {
    declareRequestState(app);
    app.addHook('onRequest', async (request) => {
      const tenant = { institutionId: 'i', integrationId: 'n' };
      request.identity = { actor: tenant, tenant } as unknown as typeof request.identity;
      request.cancellation = new AbortController();
    });
    for (const endpoint of endpoints)
      registerEndpoint(app, endpoint, { clock: new FakeClock(since) } as unknown as EndpointDeps);
    app.setErrorHandler((error: Problem, _request, reply) => reply.code(error.status).send());
    await app.ready();
  });
  afterAll(() => app.close());

  it.each([
    ['GET', 'u1', 200],
    ['HEAD', 'u1', 200],
    ['GET', 'gone', 404],
  ] as const)('%s %s: %i with Deprecation, Sunset and Link', async (method, id, status) => {
    const { statusCode, headers } = await app.inject({ method, url: `/old-users/${id}` });
    expect([statusCode, headers]).toEqual([
      status,
      expect.objectContaining({
        deprecation: `@${Date.parse(since) / 1_000}`,
        sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
        link: '</docs/guides/changes#old-users>; rel="deprecation"; type="text/html", </docs/guides/changes#old-users>; rel="sunset"; type="text/html"',
      }),
    ]);
  });

  it('other operations do not have these headers', async () => {
    const { statusCode, headers } = await app.inject('/new-users/u1');
    expect(statusCode).toBe(200);
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers).not.toHaveProperty(name);
  });
});

it('the OpenAPI document marks it, names its end, and links to the replacement', () => {
  const { paths } = openapiDocument(endpoints) as { paths: Record<string, { get: Record<string, unknown> }> };
  const [old, current] = ['/old-users/{id}', '/new-users/{id}'].map((path) => paths[path]?.get);
  expect(old).toMatchObject({ deprecated: true, 'x-deprecation': deprecation });
  expect(old?.description).toContain(
    'Deprecated since 2027-01-31, and ends on 2028-02-01: [what to use instead](/docs/guides/changes#old-users).',
  );
  expect(old?.description).toContain('As it was.');
  expect(current).not.toHaveProperty('deprecated');
  expect(current?.description).toBe('As it was.');
});

it('there is no Sunset header while the end is undecided', () => {
  expect(deprecationHeaders({ since, anchor: 'a' })).toEqual({
    deprecation: '@1801396800',
    link: '</docs/guides/changes#a>; rel="deprecation"; type="text/html"',
  });
});

it('rejects a sunset before the notice period ends', () => {
  expect(() => deprecationHeaders({ ...deprecation, sunset: '2028-01-31T11:59:59.999Z' })).toThrow(RangeError);
  expect(deprecationHeaders({ ...deprecation, sunset: '2028-01-31T12:00:00.000Z' })).toHaveProperty('sunset');
});
