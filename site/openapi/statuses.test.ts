import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { documentEndpoint, listEndpoint, readEndpoint, writeEndpoint } from '../../gateway/endpoint/declare.ts';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { refusals } from '../../gateway/problem/refusals.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { statusesOf } from './statuses.ts';

const Thing = Type.Object({ id: Type.String() });
const declared = { operationId: 'operation', tag: 'Users', service: 'directory', summary: 'Do it' } as const;
const run = async () => ({ data: { id: 'a' } });
const body = Type.Object({ name: Type.Optional(Type.String()) });
const write = {
  ...declared,
  body,
  success: 201,
  data: Thing,
  example: { id: 'a' },
  run,
} as const;

const list = listEndpoint({
  ...declared,
  path: '/things',
  filters: Type.Object({}),
  item: Thing,
  example: { id: 'a' },
  position: ({ id }) => ({ sort: id, id }),
  run: async () => ({ items: [], hasMore: false }),
});

const cases: [string, Endpoint, number[]][] = [
  [
    'a read',
    readEndpoint({ ...declared, path: '/things/{id}', data: Thing, example: { id: 'a' }, run }),
    [200, 304, 400, 401, 403, 404, 412, 421, 422, 429, 500, 503],
  ],
  [
    'a read that names a member',
    readEndpoint({
      ...declared,
      path: '/things/mine',
      member: 'request',
      refusals: [new Refusal(refusals.TIME_TRACKING_DISABLED)],
      data: Thing,
      example: { id: 'a' },
      mayBeNull: true,
      run: async () => ({ data: null }),
    }),
    [200, 304, 400, 401, 403, 404, 412, 421, 422, 429, 500, 503],
  ],
  ['a list', list, [200, 400, 401, 403, 421, 429, 500, 503]],
  [
    'a list below a resource',
    { ...list, path: '/boxes/{id}/things' },
    [200, 400, 401, 403, 404, 421, 422, 429, 500, 503],
  ],
  [
    'a document',
    documentEndpoint({
      ...declared,
      path: '/things.txt',
      mediaType: 'text/plain',
      query: Type.Object({}),
      example: 'a',
      run: async () => ({ version: 'a', write: async () => undefined }),
    }),
    [200, 304, 400, 401, 403, 412, 421, 429, 500, 503],
  ],
  [
    'a create',
    writeEndpoint({ ...write, path: '/things', method: 'POST', idempotencyKey: 'required' }),
    [201, 400, 401, 403, 409, 413, 415, 421, 422, 429, 500, 503],
  ],
  [
    'a create that answers 400 to its body, and declares more',
    writeEndpoint({ ...write, path: '/things', method: 'POST', bodyFaultStatus: 400, errors: [403, 409] }),
    [201, 400, 401, 403, 409, 413, 415, 421, 422, 429, 500, 503],
  ],
  [
    'a change',
    writeEndpoint({ ...write, path: '/things/{id}', method: 'PATCH', success: 200, ifMatch: 'optional' }),
    [200, 400, 401, 403, 404, 409, 412, 413, 415, 421, 422, 429, 500, 503],
  ],
  [
    'a delete',
    writeEndpoint({
      ...write,
      path: '/things/{id}',
      method: 'DELETE',
      body: null,
      data: null,
      success: 204,
      ifMatch: 'required',
    }),
    [204, 400, 401, 403, 404, 409, 412, 413, 415, 421, 422, 428, 429, 500, 503],
  ],
];

it.each(cases)('%s', (_name, endpoint, statuses) => {
  expect(statusesOf(endpoint)).toEqual(statuses);
});
