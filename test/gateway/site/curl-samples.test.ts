import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { prepareDemo } from '../../../dev/demo.ts';
import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import { hasId, operations } from '../../support/operations.ts';
import { query } from '../../support/postgres/query.ts';
import { TestClient } from '../../support/test-client.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

interface Document {
  readonly paths: Record<string, Record<string, { 'x-codeSamples': { source: string }[] }>>;
}

/** The variables a reader of the samples fills in. */
const variables: Record<string, string> = {};

const system = await TestSystem.start({ platform: 'own' });
// After the logs of the examples.
system.clock.set('2026-11-02T08:00:00.000Z');
const home = await mkdtemp(join(tmpdir(), 'lyceum-curl-'));
const credentials = await prepareDemo(system, home);
if (!credentials) throw new Error('there is no demo institution');
const { clientId, clientSecret } = credentials;
Object.assign(variables, { LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret });
const client = new TestClient(system.url, clientId, clientSecret);
for (const path of ['/events', '/requests'])
  await until(`the first of ${path}`, async () => (await client.get(path)).body.data.length > 0);
const document = (await (await fetch(`${system.url}/api/v4/openapi.json`)).json()) as Document;
await writeFile(join(home, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await system.stop();
});

/** The variable for the id in a path's response: of the created record, or of the first in a list. */
const SHOWN: Readonly<Record<string, string>> = {
  '/users': 'USER_ID',
  '/user-groups': 'USER_GROUP_ID',
  '/courses': 'COURSE_ID',
  '/appointments': 'APPOINTMENT_ID',
  '/curricula': 'CURRICULA_ID',
  '/curricula/{id}/versions': 'VERSION_ID',
  '/continuing-education': 'CONTINUING_EDUCATION_ID',
  '/continuing-education/{id}/versions': 'VERSION_ID',
  '/locations': 'LOCATION_ID',
  '/rooms': 'ROOM_ID',
  '/calendar-feeds': 'CALENDAR_FEED_ID',
  '/time-tracking/logs': 'LOG_ID',
  '/events': 'EVENT_ID',
  '/requests': 'REQUEST_ID',
  '/webhook-endpoints': 'WEBHOOK_ENDPOINT_ID',
  '/webhook-endpoints/{id}/test': 'DELIVERY_ID',
};

/** Runs an operation's sample in a shell, and uses the id in its response in later samples. */
async function paste({ method, path }: Endpoint): Promise<{ status: number; text: string }> {
  const [sample] = document.paths[path]?.[method.toLowerCase()]?.['x-codeSamples'] ?? [];
  const env = { PATH: process.env.PATH, CURL_HOME: home, ...variables };
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-uc', sample?.source ?? ''], { env });
  const [, text = '', status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
  const variable = SHOWN[path];
  if (variable && text.startsWith('{')) {
    const { data } = JSON.parse(text);
    const shown = Array.isArray(data) ? data[0] : data;
    const id = shown?.id ?? shown?.requestId;
    if (id) variables[variable] = id;
    if (path === '/courses') variables.LAYER_ID = data[0]?.layerId;
  }
  return { status: Number(status), text: text + stderr };
}

/** As after test events that receivers have accepted: the samples name a receiver of their readers. */
async function proveEndpoints(): Promise<void> {
  await query(
    system.databases.url('webhooks'),
    `UPDATE endpoint_queues q SET answered_url = e.url FROM endpoints e
     WHERE e.institution_id = q.institution_id AND e.id = q.endpoint_id`,
  );
}

it('the sample of each operation works unchanged in a shell, with the demo institution', async () => {
  const all = operations.map(([, endpoint]) => endpoint);
  const isFirst = (endpoint: Endpoint) => endpoint.kind === 'list' && !hasId(endpoint) && !endpoint.member;
  const isLast = ({ method }: Endpoint) => method === 'DELETE';
  const between = all.filter((endpoint) => !isFirst(endpoint) && !isLast(endpoint));
  const failures: string[] = [];
  for (const endpoint of [...all.filter(isFirst), ...between, ...all.filter(isLast)]) {
    // A stopped session must have a duration.
    system.clock.advance(60_000);
    if (endpoint.path.endsWith('/replay')) await proveEndpoints();
    const { status, text } = await paste(endpoint).catch((error: Error) => ({ status: 0, text: error.message }));
    if (status < 200 || status > 299) failures.push(`${endpoint.method} ${endpoint.path}: ${status} ${text}`);
  }
  expect(failures).toEqual([]);
});
