import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserCreatedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { OtlpReceiver } from '../support/otlp/otlp-receiver.ts';
import { outline } from '../support/otlp/outline.ts';
import { tracingTo } from '../support/otlp/tracing-to.ts';
import { query } from '../support/postgres/query.ts';
import { startProbe } from '../support/probe/start-probe.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const DECLINED = TRACE.replace('0a', '0b');
const PARENT = 'b7ad6b7169203331';
const EMAIL = 'ada.lovelace@school.example';
const KEY = 'a-key-of-the-clients-own';
const IN_PATH = 'what-a-client-wrote';
const UNPUBLISHED = 'SELECT FROM outbox WHERE published_at IS NULL';
const PRIVATE = [EMAIL, encodeURIComponent(EMAIL), 'Lovelace', KEY, IN_PATH];

/**
 * Creates a webhook endpoint, rotates its secret, and has an event sent that is signed with both secrets; returns both
 * as text and as decoded bytes.
 */
async function webhookSecrets(client: TestClient): Promise<string[]> {
  const webhooks = await TestReceiver.start();
  const send = (path: string, name: string, json?: object) =>
    client.send('POST', `/webhook-endpoints${path}`, { key: name, headers: { 'x-request-id': name }, json });
  const { id, secret } = (await send('', 'endpoint', { url: webhooks.url })).body.data;
  const { secret: rotated } = (await send(`/${id}/rotate-secret`, 'rotation')).body.data;
  await send(`/${id}/test`, 'delivery');
  await until('the delivery', () => webhooks.requests.length > 0);
  await webhooks.end();
  const encoded = [secret, rotated].map((text: string) => text.slice('whsec_'.length));
  return [...encoded, ...encoded.map((text) => Buffer.from(text, 'base64').toString('latin1'))];
}

describe.each(['direct', 'grpc', 'mux'] as const)('over %s', (transport) => {
  let receiver: OtlpReceiver;
  let institutionId: string;
  let credentials: string[];
  let secrets: string[];
  beforeAll(async () => {
    receiver = await OtlpReceiver.start();
    const tracing = await tracingTo(receiver.endpoint);
    const [system, probe] = await Promise.all([
      TestSystem.start({ shape: 'one process', transport, tracing }),
      startProbe(),
    ]);
    let noted = 0;
    const noting = {
      name: 'noting',
      types: [UserCreatedSchema.typeName],
      onEvent: () => void noted++,
      missed: () => undefined,
    };
    await probe.service({ listeners: [noting] }, { bus: system.lyceum.system.bus, tracing }).start();
    const { id, client } = await system.newInstitution();
    institutionId = id;
    credentials = [client.clientId, client.clientSecret, client.authorization.slice('Basic '.length)];
    const send = (path: string, name: string, headers: Record<string, string> = {}) =>
      client.get(path, { headers: { 'x-request-id': name, ...headers } });
    // Credentials and settings are cached from here on: the events of their changes have been published.
    await until(
      'all events told',
      async () => (await query(system.databases.url('directory'), UNPUBLISHED)).length === 0,
    );
    await client.post('/users', { email: 'first@school.example', lastName: 'First' });
    const create = () =>
      client.post(
        '/users',
        { email: EMAIL, lastName: 'Lovelace' },
        { headers: { 'x-request-id': 'create' }, key: KEY },
      );
    const { body } = await create();
    await client.post('/users', { email: EMAIL, lastName: 'Lovelace' }, { headers: { 'x-request-id': 'twice' } });
    await send('/users', 'continued', { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1,other=2' });
    await send('/users', 'declined', { traceparent: `00-${DECLINED}-${PARENT}-00` });
    await send('/users', 'malformed', { traceparent: `00-${TRACE}-0-01`, tracestate: 'vendor=1' });
    await Promise.all(['one', 'two'].map((name) => send(`/users/${body.data.id}`, name)));
    await send(`/users/${IN_PATH}`, 'nobody');
    await send(`/${IN_PATH}?email=${EMAIL}`, 'nowhere');
    await fetch(`${system.url}/readyz`);
    await until('both events', () => noted === 2);
    secrets = await webhookSecrets(client);
    await probe.stop();
    await system.stop();
    await tracing.stop();
    expect([tracing.delivered, tracing.lost]).toEqual([receiver.spans.length, 0]);
  });
  afterAll(() => receiver.stop());

  const request = (name: string) => receiver.ofRequest(name);
  const http = (name: string) =>
    request(name).find(({ scope, kind }) => scope === 'lyceum.gateway' && kind === 'server');

  it('a request, its call, its statements and the handling of its event are one trace', () => {
    expect(outline(request('create'))).toEqual([
      'server POST /api/v4/users',
      '  client lyceum.directory.v1.UserService/CreateUser',
      '    server lyceum.directory.v1.UserService/CreateUser',
      '      internal transaction',
      expect.stringMatching(/^ {8}client \w/),
      '      producer send lyceum.directory.v1.UserCreated',
      '        consumer process lyceum.directory.v1.UserCreated',
    ]);
    expect(new Set(request('create').map(({ scope }) => scope))).toEqual(
      new Set(['lyceum.gateway', 'lyceum.directory', 'lyceum.probe']),
    );
    expect(http('create')).toMatchObject({
      parentSpanId: '',
      isFailed: false,
      resource: { 'service.name': 'lyceum', 'service.namespace': 'lyceum' },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v4/users',
        'http.response.status_code': 201,
        'lyceum.request_id': 'create',
        'lyceum.institution_id': institutionId,
      },
    });
  });

  it('calls, statements and events have the attributes of the semantic conventions', () => {
    const one = (kind: string, name: RegExp) =>
      request('create').find((span) => span.kind === kind && name.test(span.name))?.attributes;
    expect(one('server', /CreateUser/)).toMatchObject({
      'rpc.system.name': 'grpc',
      'rpc.method': 'lyceum.directory.v1.UserService/CreateUser',
      'rpc.response.status_code': 'OK',
    });
    const batch = request('create').find(({ attributes }) => attributes['db.operation.batch.size'] !== undefined);
    expect(batch?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': batch?.name,
      'db.operation.batch.size': batch?.name.split(' ').length,
    });
    expect(one('consumer', /UserCreated/)).toMatchObject({
      'messaging.system': 'nats',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'lyceum.directory.v1.UserCreated',
      'messaging.consumer.group.name': 'probe.noting',
    });
  });

  it('a request continues its client’s trace, and passes on other systems’ tracestate', () => {
    const spans = request('continued');
    expect(http('continued')).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    // The mark of a list of changes is kept for a second, so that not every request reads it.
    expect(outline(spans).filter((line) => !line.endsWith('client oldest_transaction'))).toEqual([
      'server GET /api/v4/users',
      '  client lyceum.directory.v1.UserService/ListUsers',
      '    server lyceum.directory.v1.UserService/ListUsers',
      expect.stringMatching(/^ {6}client users_/),
    ]);
    expect(spans.map(({ traceState }) => traceState)).toEqual(spans.map(() => 'vendor=1,other=2'));
  });

  it('a client’s decision not to sample is respected; an invalid header is ignored', () => {
    expect(receiver.trace(DECLINED)).toEqual([]);
    expect(http('malformed')).toMatchObject({ parentSpanId: '', traceState: '' });
    expect(http('malformed')?.traceId).not.toBe(TRACE);
  });

  it('reads that share a statement show it in each of their traces', () => {
    for (const name of ['one', 'two']) {
      const read = request(name).find((span) => span.attributes['db.system.name'] === 'postgresql');
      expect(read).toMatchObject({ name: expect.stringMatching(/^user/), events: ['sent'] });
      expect(request(name).find(({ spanId }) => spanId === read?.parentSpanId)).toMatchObject({ kind: 'server' });
    }
  });

  it('a refusal is recorded and is not an error', () => {
    expect(request('twice').filter(({ isFailed }) => isFailed)).toEqual([]);
    expect(http('twice')?.attributes['http.response.status_code']).toBe(409);
    const call = request('twice').find(({ kind, name }) => kind === 'server' && /CreateUser/.test(name));
    expect(call?.attributes).toMatchObject({ 'lyceum.refusal': 'USER_EMAIL_TAKEN' });
  });

  it('an unknown path has no route name; health checks are not traced', () => {
    expect(http('nowhere')?.name).toBe('GET');
    expect(http('nobody')?.name).toBe('GET /api/v4/users/{id}');
    expect(receiver.spans.filter(({ name }) => /readyz|Health/.test(name))).toEqual([]);
  });

  it('no secret or personal data is exported', () => {
    const text = receiver.bytes.toString('latin1');
    expect(['endpoint', 'rotation', 'delivery'].map((name) => http(name)?.isFailed)).toEqual([false, false, false]);
    expect(secrets).toHaveLength(4);
    expect([...PRIVATE, ...credentials, ...secrets].filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/authorization|Basic /i);
  });
});
