import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type Deprecation, deprecated } from '../schema/deprecation.ts';
import { listEndpoint, writeEndpoint } from './declare.ts';
import { deprecatedFeaturesOf } from './deprecated-features.ts';

const END: Deprecation = { since: '2027-01-31T12:00:00.000Z', sunset: '2028-02-01T00:00:00.000Z', anchor: 'old' };
const Old = (end = END) => Type.Optional(Type.String({ description: 'x', ...deprecated(end) }));
const declared = { tag: 'Users', service: 'directory', summary: 'x' } as const;
const list = (end = END) =>
  listEndpoint({
    ...{ ...declared, path: '/old-users', operationId: 'listOldUsers', example: { id: 'x' } },
    filters: Type.Object({ old: Old(end), kept: Type.Optional(Type.String()) }),
    item: Type.Object({ id: Type.String(), name: Old() }),
    position: ({ id }) => ({ sort: id, id }),
    run: async () => ({ items: [], hasMore: false }),
  });
const create = writeEndpoint({
  ...declared,
  path: '/old-users',
  operationId: 'createOldUser',
  method: 'POST',
  success: 201,
  ...{ deprecation: END, data: Type.Object({ id: Type.String() }), example: { id: 'x' } },
  body: Type.Object({ name: Old(), kept: Type.Optional(Type.String()) }),
  bodyExample: {},
  run: async () => ({ data: { id: 'x' } }),
});

describe('what a request uses that is deprecated', () => {
  it.each<[endpoint: Parameters<typeof deprecatedFeaturesOf>[0], query: object, body: unknown, used: string[]]>([
    [list(), {}, undefined, []],
    [list(), { kept: 'x', fields: 'id' }, undefined, []],
    [list(), { old: '' }, undefined, ['GET /old-users?old']],
    [list(), { fields: 'id,name' }, undefined, ['GET /old-users?fields=name']],
    [list(), { old: 'x', fields: ['id', 'name'] }, undefined, ['GET /old-users?old', 'GET /old-users?fields=name']],
    [create, {}, { value: { kept: 'x' } }, ['POST /old-users']],
    [create, {}, { value: { name: null } }, ['POST /old-users', 'POST /old-users name']],
    [create, {}, { value: [] }, ['POST /old-users']],
    [create, {}, undefined, ['POST /old-users']],
  ])('%#', (endpoint, query, body, used) => {
    const features = deprecatedFeaturesOf(endpoint).filter((each) => each.isUsedBy({ query, body }));
    expect(features.map(({ feature }) => feature)).toEqual(used);
    for (const feature of features) expect(feature).toMatchObject(END);
  });

  it('keeps working for a year at least', () => {
    expect(() => deprecatedFeaturesOf(list({ ...END, sunset: '2028-01-31T11:59:59.999Z' }))).toThrow(RangeError);
  });
});
