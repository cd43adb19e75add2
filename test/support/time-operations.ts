import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { neededQuery } from '../../site/openapi/needed-query.ts';
import { type Member, must } from '../time-tracking/member.ts';
import { operations } from './operations.ts';
import type { TestClient } from './test-client.ts';
import type { TestAnswer, TestRequest } from './test-messages.ts';

/** One of the thirteen operations of time tracking, with a request that succeeds. */
export interface TimeOperation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly success: number;
  /** Puts a new member into the state the operation requires, and returns the request, still without a user. */
  prepare(member: Member): Promise<Prepared>;
}

interface Prepared {
  readonly path: string;
  readonly body?: object;
}

type Prepare = (member: Member) => Promise<object>;

const HOURS = { startTime: '2026-10-05T06:00:00Z', endTime: '2026-10-05T07:00:00Z' };

const start: Prepare = async (member) => must(201, await member.start('2026-10-05T08:00:00Z'));
const pause: Prepare = async (member) => [await start(member), must(200, await member.pause('2026-10-05T09:00:00Z'))];
const at = { at: '2026-10-05T10:00:00Z' };
const nothing: Prepare = async () => ({});

const made: Readonly<Record<string, [success: number, body: object | undefined, prepare: Prepare]>> = {
  'GET /time-tracking/timestamp-templates': [200, undefined, nothing],
  'POST /time-tracking/sessions/start': [201, at, nothing],
  'POST /time-tracking/sessions/pause': [200, at, start],
  'POST /time-tracking/sessions/resume': [200, at, pause],
  'POST /time-tracking/timestamps': [201, { ...at, label: 'Lab' }, start],
  'POST /time-tracking/sessions/stop': [200, at, start],
  'GET /time-tracking/sessions/active': [200, undefined, start],
  'GET /time-tracking/logs': [200, undefined, nothing],
  'POST /time-tracking/logs': [201, HOURS, nothing],
  'POST /time-tracking/logs/bulk': [200, { items: [HOURS] }, nothing],
  'GET /time-tracking/logs/{id}': [200, undefined, nothing],
  'PATCH /time-tracking/logs/{id}': [200, { note: 'Changed' }, nothing],
  'GET /time-tracking/totals': [200, undefined, start],
};

/** All thirteen, in the order of the OpenAPI document. */
export const timeOperations: readonly TimeOperation[] = operations.flatMap(([name, endpoint]) => {
  const own = made[name];
  if (!own) return [];
  const [success, body, prepare] = own;
  return [{ name, endpoint, success, prepare: (member) => prepareRequest(endpoint, body, prepare, member) }];
});

async function prepareRequest(
  endpoint: Endpoint,
  body: object | undefined,
  prepare: Prepare,
  member: Member,
): Promise<Prepared> {
  await prepare(member);
  const path = endpoint.path + neededQuery(endpoint);
  if (!path.includes('{')) return body ? { path, body } : { path };
  const { id } = must(201, await member.log(HOURS.startTime, HOURS.endTime)).body.data;
  return { path: path.replace('{id}', id), ...(body ? { body } : {}) };
}

/** Sends a request of the operation, with a user if required: in the body, or in the query of a GET. */
export function sendOperation(
  client: TestClient,
  { endpoint }: TimeOperation,
  { path, body }: Prepared,
  naming: object,
  more: TestRequest = {},
): Promise<TestAnswer> {
  if (endpoint.kind !== 'write')
    return client.get(path, { ...more, query: { ...(naming as Record<string, string>), ...more.query } });
  return client.send(endpoint.method, path, { json: { ...body, ...naming }, ifMatch: '*', key: true, ...more });
}
