import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { WriteEndpoint } from '../../../gateway/endpoint/endpoint.ts';
import { importOneOfEachRecord } from '../../support/one-of-each-record.ts';
import { bodyNaming, hasId } from '../../support/operations.ts';
import { writeOperations } from '../../support/sent-writes.ts';
import { successfulWrites } from '../../support/successful-writes.ts';
import type { TestClient } from '../../support/test-client.ts';
import { refusal, type TestAnswer, type TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Keys and conditions of every write (decisions 4.2 and 5). */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const { member } = await importOneOfEachRecord(school);
const [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
let client: TestClient;
afterAll(() => system.stop());

/** Whose first answer alone shows what nobody may read again. */
const SECRETIVE = ['POST /calendar-feeds', 'POST /webhook-endpoints', 'POST /webhook-endpoints/{id}/rotate-secret'];

/** A field of a body with another value. */
function changed(json: object): object {
  const [[name, value] = ['', '']] = Object.entries(json).filter(([each]) => !['email', 'userId'].includes(each));
  if (Array.isArray(value)) return { [name]: [...value, ...value] };
  if (typeof value === 'number') return { [name]: value + 1 };
  return { [name]: value.endsWith(':00Z') ? value.replace(':00Z', ':01Z') : `${value}x` };
}

it('requires a key of every POST but these, and If-Match of every PATCH and DELETE but one', () => {
  const named = (is: (endpoint: WriteEndpoint) => boolean) =>
    writeOperations.flatMap(([each, its]) => (is(its) ? [each] : []));
  expect(named(({ method, idempotencyKey }) => (method === 'POST') !== (idempotencyKey === 'required')).sort()).toEqual(
    [
      'POST /time-tracking/timestamps',
      'POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
      'POST /webhook-endpoints/{id}/rotate-secret',
      'POST /webhook-endpoints/{id}/test',
    ],
  );
  const program = 'PATCH /continuing-education/{id}/versions/{versionId}';
  expect(named(({ method, ifMatch }) => (method !== 'POST') !== (ifMatch === 'required'))).toEqual([program]);
  expect(named(({ ifMatch }) => ifMatch === 'optional')).toEqual([program]);
});

describe.each(writeOperations)('%s', (name, endpoint) => {
  const { method, success, ifMatch } = endpoint;
  beforeEach(async () => {
    // An institution has a small number of webhook endpoints.
    const isNew = endpoint.path.startsWith('/webhook-endpoints');
    client = isNew ? (await system.newInstitution()).client : await system.newClient(school.id);
  });

  /** Makes a request that succeeds; returns how to send it, and how to read the tag of what it changes. */
  async function prepare() {
    const { path, json } = (await successfulWrites[name]?.make({ client, courseId, layerId, member })) ?? { path: '' };
    // A log is read with its member, whom the body of its change names.
    const { code, userId } = (json ?? {}) as Record<string, string>;
    const naming = endpoint.member ? { query: { ...(code && { code }), ...(userId && { userId }) } } : {};
    return {
      json,
      send: (request: TestRequest, at = path) =>
        client.send(method, at, { ...(json && { json }), ...(ifMatch && { ifMatch: '*' }), ...request }),
      unconditional: () => client.send(method, path, { ...(json && { json }), key: true }),
      tag: async () => (await client.get(path, naming)).headers.get('etag') ?? '',
      elsewhere: path.replace(/[\da-f-]{36}(?!.*[\da-f-]{36})/, randomUUID()),
    };
  }

  it('thirty at once with one key are done once: each is that answer, or 409 while it is made', async () => {
    const [{ send }, key] = [await prepare(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 30 }, () => send({ key })));
    const done = answers.filter(({ status }) => status === success);
    const inFlight = answers.filter(({ status }) => status === 409);
    expect([done.length > 0, done.length + inFlight.length]).toEqual([true, 30]);
    const isReplay = ({ headers }: TestAnswer) => headers.get('idempotency-replayed') === 'true';
    expect(done.filter((each) => !isReplay(each))).toHaveLength(1);
    for (const each of inFlight)
      expect([refusal(each), each.headers.get('retry-after')]).toEqual(['409 conflict', '1']);
    // The tag of the first one is stale now, or the resource is gone.
    for (const more of [{}, { ifMatch: '"other"' }, { headers: { 'if-none-match': '*' } }]) {
      const again = await send({ key, ...more });
      expect([again.status, isReplay(again)]).toEqual([success, true]);
      for (const each of done.filter((answer) => isReplay(answer) || !SECRETIVE.includes(name)))
        expect([each.text, each.headers.get('etag')]).toEqual([again.text, again.headers.get('etag')]);
    }
  });

  it('422: a key of another body, and of another path', async () => {
    const [{ send, json, elsewhere }, key] = [await prepare(), randomUUID()];
    expect((await send({ key })).status).toBe(success);
    const others = [
      ...(hasId(endpoint) ? [await send({ key }, elsewhere)] : []),
      ...(json ? [await send({ key, json: { ...json, ...changed(json) } })] : []),
    ];
    expect(others.map(refusal)).toEqual(others.map(() => '422 idempotency_key_reused'));
  });

  it('400: an empty key, one of 256 characters, and none where it is required', async () => {
    const { send } = await prepare();
    const keys: TestRequest[] = [{ key: '' }, { key: ' ' }, { key: 'x'.repeat(256) }];
    for (const request of [...keys, ...(endpoint.idempotencyKey === 'required' ? [{}] : [])])
      expect([request, refusal(await send(request))]).toEqual([request, '400 bad_request']);
  });

  it('a refused request leaves its key free', async () => {
    const [{ send, elsewhere }, key] = [await prepare(), randomUUID()];
    const json = { ...bodyNaming(endpoint, { userId: randomUUID() }), nope: 1 };
    if (endpoint.body) expect((await send({ key, json })).status).toBe(endpoint.bodyFaultStatus);
    if (hasId(endpoint)) expect(refusal(await send({ key }, elsewhere))).toBe('404 resource_not_found');
    const answer = await send({ key });
    expect([answer.status, answer.headers.has('idempotency-replayed')]).toEqual([success, false]);
  });

  if (!ifMatch) return;

  it('412: a tag of another state, and a weak one; nothing is changed until it is the right one of a list', async () => {
    const { send, tag } = await prepare();
    const now = await tag();
    for (const wrong of ['"x"', `W/${now}`, `"x", W/${now}`, `${now.slice(0, -1)}A"`])
      expect([wrong, refusal(await send({ ifMatch: wrong }))]).toEqual([wrong, '412 precondition_failed']);
    expect(await tag()).toBe(now);
    expect((await send({ ifMatch: `"x", ${now}` })).status).toBe(success);
    expect((await send({ ifMatch: now })).status).toBe(method === 'DELETE' ? 404 : 412);
  });

  it.runIf(ifMatch === 'required')('428: no If-Match; nothing is changed', async () => {
    const { unconditional, tag } = await prepare();
    const now = await tag();
    expect(refusal(await unconditional())).toBe('428 precondition_required');
    expect(await tag()).toBe(now);
  });

  it('404 of an unknown id before 412 and 428', async () => {
    const { send, elsewhere, json } = await prepare();
    for (const header of ['"x"', '*']) expect((await send({ ifMatch: header }, elsewhere)).status).toBe(404);
    expect((await client.send(method, elsewhere, { ...(json && { json }) })).status).toBe(404);
  });

  it('of twenty at once with one tag exactly one succeeds', async () => {
    const { send, tag } = await prepare();
    const now = await tag();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ ifMatch: now })));
    expect(answers.filter(({ status }) => status === success)).toHaveLength(1);
    for (const { status } of answers) expect([success, method === 'DELETE' ? 404 : 412]).toContain(status);
  });
});
