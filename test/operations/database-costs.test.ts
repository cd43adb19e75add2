import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Statement } from '../../libraries/pg-batch/index.ts';
import { importOneOfEachRecord, type Naming, pathOfRecord } from '../support/one-of-each-record.ts';
import { operations, queryNaming } from '../support/operations.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import { successfulWrites } from '../support/successful-writes.ts';
import type { TestClient } from '../support/test-client.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

/** What operations send to the databases of all services, if it is not a single statement. */
const COSTS: Readonly<Record<string, readonly [roundTrips: number, statements: number]>> = {
  'POST /users': [1, 4],
  'PATCH /users/{id}': [2, 5],
  'GET /user-groups/{id}/members': [2, 2],
  'GET /courses/{id}/appointments': [3, 3],
  'POST /courses/{id}/appointments': [2, 7],
  'GET /courses/{id}/appointments.ics': [3, 4],
  'GET /appointments': [2, 2],
  'POST /appointments': [2, 7],
  'GET /appointments/{id}': [2, 2],
  'PATCH /appointments/{id}': [4, 7],
  'DELETE /appointments/{id}': [2, 8],
  'POST /calendar-feeds': [2, 5],
  'DELETE /calendar-feeds/{id}': [2, 5],
  'GET /curricula/{id}/versions/{versionId}': [2, 2],
  'POST /curricula/{id}/versions/{versionId}/pathways': [2, 7],
  'POST /continuing-education': [1, 5],
  'POST /continuing-education/{id}/versions': [2, 6],
  'PATCH /continuing-education/{id}/versions/{versionId}': [2, 7],
  'GET /rooms/free': [3, 3],
  'GET /time-tracking/timestamp-templates': [2, 3],
  'GET /calendar-days': [2, 2],
  'POST /time-tracking/sessions/start': [3, 10],
  'POST /time-tracking/sessions/pause': [3, 10],
  'POST /time-tracking/sessions/resume': [3, 10],
  'POST /time-tracking/timestamps': [3, 10],
  'POST /time-tracking/sessions/stop': [3, 10],
  'GET /time-tracking/sessions/active': [2, 3],
  'GET /time-tracking/logs': [2, 3],
  'POST /time-tracking/logs': [3, 9],
  'POST /time-tracking/logs/bulk': [3, 9],
  'GET /time-tracking/logs/{id}': [2, 3],
  'PATCH /time-tracking/logs/{id}': [4, 10],
  'GET /time-tracking/totals': [2, 3],
  'GET /time-tracking/member-totals': [3, 3],
  'GET /time-tracking/member-logs': [2, 2],
  'GET /time-tracking/findings': [5, 7],
  'GET /integration': [2, 2],
};

/** Events and records of requests are written there, some time after requests. */
const BESIDE_REQUESTS = /^(webhooks|activity)/;
/** What works beside requests, the look-up of credentials and the brackets of transactions. */
const NOT_OF_REQUESTS = new RegExp(
  [
    '^(SELECT|ping|until_replicated|outbox_(take|mark|backlog|list)|inbox_|end_when_silent|dead_letters',
    'applied_erasures_|erasures_due|retentions_due|audit_stream_positions_lease|integrations_by_client_id|transaction_|\\w+_remove_|\\w*partition)',
  ].join('|'),
);

let system: TestSystem;
let school: TestInstitution;
let records: { readonly courseId: string; readonly layerId: string; readonly member: Naming };
beforeAll(async () => {
  // In one process, so that all statements of all services are seen here.
  system = await TestSystem.start({ shape: 'one process', transport: 'direct' });
  school = await system.newInstitution();
  const { member } = await importOneOfEachRecord(school);
  const [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
  records = { courseId, layerId, member };
});
afterAll(() => system.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** The names of the statements of requests, by round trip. */
function watchRoundTrips(): string[][] {
  const roundTrips: string[][] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [sent] = args as [string | Statement | { readonly statements: readonly Statement[] }];
    const all = typeof sent === 'string' ? [{ text: sent }] : 'statements' in sent ? sent.statements : [sent];
    const names = all.map((each) => ('name' in each && each.name) || each.text);
    const own = names.filter((name) => !NOT_OF_REQUESTS.test(name));
    if (own.length > 0 && !BESIDE_REQUESTS.test(this.database ?? '')) roundTrips.push(own);
    return query.apply(this, args);
  } as never);
  return roundTrips;
}

async function costOf(act: () => Promise<{ readonly status: number }>) {
  const roundTrips = watchRoundTrips();
  expect((await act()).status).toBeLessThan(300);
  vi.restoreAllMocks();
  return { cost: [roundTrips.length, roundTrips.flat().length], names: roundTrips };
}

const counted = operations.filter(([, { tag }]) => !/^(Webhooks|Events|Activity)$/.test(tag));

describeInOneProcess('counts the statements of all services', 'what an operation sends to the databases', () => {
  it.each(counted)('%s', async (name, endpoint) => {
    const client: TestClient = await system.newClient(school.id);
    const send = async () => {
      const write = await successfulWrites[name]?.make({ client, ...records });
      const path = write?.path ?? (await pathOfRecord(client, endpoint, records));
      const request = write
        ? { ...(write.json && { json: write.json }), key: randomUUID(), ifMatch: '*' }
        : { query: queryNaming(endpoint, records.member) };
      return () => client.send(endpoint.method, path, request);
    };
    // So that the caches have what they hold.
    await (await send())();
    // Again if the work of another request's event came between.
    await vi.waitFor(async () => {
      const { cost, names } = await costOf(await send());
      expect(cost, JSON.stringify(names)).toEqual(COSTS[name] ?? [1, 1]);
    }, 10_000);
  });

  it('a bulk of 500 items as much as one of a single item', async () => {
    let year = 2025;
    await vi.waitFor(async () => {
      year--;
      const items = Array.from({ length: 500 }, (_, n) => ({
        startTime: new Date(Date.UTC(year, 0, 1, n)).toISOString(),
        endTime: new Date(Date.UTC(year, 0, 1, n, 45)).toISOString(),
      }));
      const { cost, names } = await costOf(() =>
        school.client.post('/time-tracking/logs/bulk', { ...records.member, items }, { key: randomUUID() }),
      );
      expect(cost, JSON.stringify(names)).toEqual(COSTS['POST /time-tracking/logs/bulk']);
    }, 10_000);
  });
});
