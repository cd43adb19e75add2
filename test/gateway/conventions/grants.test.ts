import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { hasDryRun } from '../../../gateway/endpoint/dry-run.ts';
import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import { endpointNeed } from '../../../gateway/endpoint/endpoint-need.ts';
import { tags } from '../../../gateway/endpoint/tags.ts';
import { accessNames, areaNames, grantOf } from '../../../platform/core/grant.ts';
import { importOneOfEachRecord, pathOfRecord } from '../../support/one-of-each-record.ts';
import { exampleRequest, operations, pathNaming, queryNaming } from '../../support/operations.ts';
import { successfulWrites } from '../../support/successful-writes.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Every operation, with each access and each area alone: what an integration may do, and what it is told. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const { member } = await importOneOfEachRecord(school);
const [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
const clients = await Promise.all(
  accessNames.flatMap((access) =>
    areaNames.map(async (area) => ({
      ...{ access, area },
      client: await system.newClient(school.id, undefined, grantOf(access, [area])),
    })),
  ),
);

it('is asked of nothing but what is said to need no area', () => {
  const open = operations.filter(([, { tag }]) => tags[tag].area === null).map(([name]) => name);
  expect(open.sort()).toEqual(['GET /integration', 'GET /requests', 'GET /requests/{requestId}', 'GET /usage']);
});

it('is named by the document, with the 403', async () => {
  const { paths } = JSON.parse(await (await fetch(`${system.url}/api/v4/openapi.json`)).text());
  for (const [, { method, path, tag }] of operations) {
    const { 'x-area': area = null, responses } = paths[path][method.toLowerCase()];
    expect([path, area, area === null || '403' in responses]).toEqual([path, tags[tag].area, true]);
  }
});

it('is required of every route', () => {
  const endpoint = { ...operations[0]?.[1], tag: 'Nothing' } as unknown as Endpoint;
  expect(() => endpointNeed(endpoint)).toThrow(TypeError);
});

/** What the operation answers to a grant, if it refuses it. */
function lackOf({ tag, kind }: Endpoint, access: string, area: string, isDryRun = false): string | null {
  const needed: string | null = tags[tag].area;
  if (needed === null) return null;
  if (needed !== area) return `This integration has no access to ${needed}.`;
  return kind === 'write' && access === 'read' && !isDryRun ? 'This integration may only read.' : null;
}

const ANY_ID = Object.fromEntries(
  ['id', 'versionId', 'deliveryId', 'requestId'].map((name) => [name, randomUUID()] as const),
);

it.each(operations)('%s', async (name, endpoint) => {
  system.clock.advance(120_000);
  const { method, tag } = endpoint;
  const refusedPath = `${pathNaming(endpoint, ANY_ID)}${endpoint.kind === 'document' && !endpoint.path.includes('{') ? '?roomId=none' : ''}`;
  for (const { client, access, area } of clients) {
    const lack = lackOf(endpoint, access, area);
    if (lack === null) continue;
    const request = { ...exampleRequest(endpoint), query: queryNaming(endpoint, member), ifMatch: '*' };
    const answer = await client.send(method, refusedPath, request);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([403, 'forbidden', lack]);
  }
  // Webhooks and events are seen by their types, and records of requests by whom they are of.
  const narrow = ['Webhooks', 'Events', 'Activity'].includes(tag);
  for (const { client, access, area } of clients) {
    const isTried = access === 'read' && hasDryRun(endpoint);
    if (lackOf(endpoint, access, area, isTried) !== null) continue;
    if (endpoint.kind === 'write') {
      const made = narrow
        ? undefined
        : await successfulWrites[name]?.make({ client: school.client, courseId, layerId, member });
      const { path = pathNaming(endpoint, ANY_ID), json = endpoint.bodyExample as object } = made ?? {};
      const request = { json, key: randomUUID(), ifMatch: '*' };
      const answer = await client.send(method, `${isTried ? '/dry-run' : ''}${path}`, request);
      expect(narrow ? [endpoint.success, 404, 422] : [endpoint.success]).toContain(answer.status);
    } else {
      const path = await pathOfRecord(school.client, endpoint, { member });
      const answer = await client.get(path, { query: queryNaming(endpoint, member) });
      expect(narrow && answer.status === 404 ? 200 : answer.status).toBe(200);
    }
  }
});
