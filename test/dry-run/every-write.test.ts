import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDryRun } from '../../gateway/endpoint/dry-run.ts';
import { storedData } from '../support/cli/stored-data.ts';
import { importOneOfEachRecord, type Naming } from '../support/one-of-each-record.ts';
import { writeOperations } from '../support/sent-writes.ts';
import { successfulWrites } from '../support/successful-writes.ts';
import type { TestClient } from '../support/test-client.ts';
import { changeSettings } from '../support/test-directory.ts';
import type { TestRequest } from '../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { sameButForMadeUp } from './made-up.ts';

/** In any state, a dry run answers what the write then answers, and leaves nothing. */
let system: TestSystem;
let school: TestInstitution;
let courseId: string;
let layerId: string;
let member: Naming;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await system.newInstitution();
  ({ member } = await importOneOfEachRecord(school));
  [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
});
afterAll(() => system.stop());

interface Sent extends TestRequest {
  readonly path: string;
}

/** What a client may do with a request that would succeed. */
const twists: Readonly<Record<string, (request: Sent) => Sent>> = {
  nothing: (request) => request,
  'the same twice': (request) => request,
  'a property that does not exist': ({ json, ...request }) => ({ ...request, json: { ...(json as object), nope: 1 } }),
  'an empty body': (request) => ({ ...request, json: {} }),
  'no body': ({ json, ...request }) => request,
  'a body that is not JSON': ({ json, ...request }) => ({ ...request, text: '{' }),
  'one property left out': ({ json, ...request }) => ({
    ...request,
    json: Object.fromEntries(Object.entries((json ?? {}) as object).slice(1)),
  }),
  'numbers for texts': ({ json, ...request }) => ({
    ...request,
    json: Object.fromEntries(Object.keys((json ?? {}) as object).map((name) => [name, 1])),
  }),
  'no key': ({ key, ...request }) => request,
  'an ETag of another state': (request) => ({ ...request, ifMatch: '"another"' }),
  'no ETag': ({ ifMatch, ...request }) => request,
  'an unknown id': ({ path, ...request }) => ({ ...request, path: path.replace(LAST_ID, randomUUID()) }),
};
const LAST_ID = /[0-9a-f]{8}-[0-9a-f-]{27}(?!.*[0-9a-f]{8}-)/;

const settings = fc.record({ rejectRoomConflicts: fc.boolean() });

describe.each(writeOperations.filter(([, endpoint]) => hasDryRun(endpoint)))('%s', (name, endpoint) => {
  it('answers what the write answers, and leaves nothing', async () => {
    const write = successfulWrites[name];
    if (!write) throw new Error(`no request that succeeds for ${name}`);
    const client: TestClient = await system.newClient(school.id);
    const send = ({ path, ...request }: Sent, below = '') => client.send(endpoint.method, `${below}${path}`, request);
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(twists)), settings, async (twist, { rejectRoomConflicts }) => {
        await changeSettings(school, { rejectRoomConflicts });
        const { path, json } = await write.make({ client, courseId, layerId, member });
        const request = twists[twist]?.({
          ...{ path, key: randomUUID(), ifMatch: '*' },
          ...(json && { json }),
        }) as Sent;
        if (twist === 'the same twice') await send({ ...request, key: randomUUID() });

        const before = await storedData(system.databases);
        const tried = await send(request, '/dry-run');
        expect(await storedData(system.databases)).toEqual(before);
        const done = await send(request);

        expect(tried.headers.get('dry-run')).toBe('true');
        expect(done.headers.get('dry-run')).toBeNull();
        sameButForMadeUp(tried, done);
        statuses.add(done.status);
      }),
      {
        numRuns: 4,
        examples: ['nothing', 'a body that is not JSON'].map((twist) => [twist, { rejectRoomConflicts: true }]),
      },
    );
    expect([...statuses]).toContain(endpoint.success);
    expect(statuses.size).toBeGreaterThan(1);
  });
});
