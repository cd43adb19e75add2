import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { UserCreatedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { newTestBus } from '../support/nats/nats-users.ts';
import { Operator } from '../support/operator.ts';
import { OtlpReceiver } from '../support/otlp/otlp-receiver.ts';
import { outline } from '../support/otlp/outline.ts';
import { tracingTo } from '../support/otlp/tracing-to.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { startProbe } from '../support/probe/start-probe.ts';
import type { Program } from '../support/process/program.ts';
import { portOf, spawnGateway, spawnService } from '../support/process/service-process.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

const scope = new TestScope();
/** A listener to the platform's events. */
const PROBE_USER = { name: 'probe', receives: [UserCreatedSchema.typeName] };
const others = ['scheduling', 'curricula', 'locations', 'timetracking', 'webhooks', 'activity'];
let receiver: OtlpReceiver;
let client: TestClient;
let directory: Program;
let gateway: Program;
beforeAll(async () => {
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    'directory',
    'identity',
  ]);
  scope.onClear(() => databases.drop());
  const nats = await TestNats.start([...natsUsers, PROBE_USER]);
  scope.onClear(() => nats.remove());
  receiver = await OtlpReceiver.start();
  scope.onClear(() => receiver.stop());
  const environment = {
    NODE_ENV: 'production',
    ERASURE_JOURNAL: 'nats:LYCEUM_ERASURES',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%3Db',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  const address = { service: 'directory', databaseUrl: databases.url('directory') };
  directory = scope.run(spawnService(address, new Map(), { ...environment, NATS_URL: nats.urlOf('directory') }));
  const grpcPort = await portOf(directory);
  // The others are not called.
  const ports = new Map([['directory', grpcPort], ...others.map((name): [string, number] => [name, 1])]);
  const identity = { service: 'identity', databaseUrl: databases.url('identity') };
  const settings = { ...environment, NATS_URL: nats.urlOf('identity') };
  ports.set('identity', await portOf(scope.run(spawnService(identity, ports, settings))));
  gateway = scope.run(spawnGateway(ports, { ...environment, NATS_URL: nats.urlOf('gateway') }));
  const url = `http://127.0.0.1:${await portOf(gateway)}`;
  const operator = new Operator(ports);
  scope.onClear(async () => operator.close());
  client = await operator.newClient(await operator.newInstitution('school'), url);

  const { bus, close } = await newTestBus(nats.urlOf(PROBE_USER.name));
  scope.onClear(close);
  const probe = await startProbe();
  scope.onClear(() => probe.stop());
  const tracing = await tracingTo(receiver.endpoint, { OTEL_SERVICE_NAME: 'lyceum-probe' });
  scope.onClear(() => tracing.stop());
  const types = [UserCreatedSchema.typeName];
  const noting = { name: 'noting', types, onEvent: () => undefined, missed: () => undefined };
  await probe.service({ listeners: [noting] }, { bus, tracing }).start();
});
afterAll(() => scope.clear());

it('a request through gateway, service, NATS and a listener is one trace with spans of each process', async () => {
  const headers = { 'x-request-id': 'across' };
  const created = await client.post('/users', { email: 'ada@school.example', lastName: 'Lovelace' }, { headers });
  expect(created.status).toBe(201);
  const spans = await until('the whole trace', () => {
    const trace = receiver.ofRequest('across');
    return trace.some(({ kind }) => kind === 'consumer') && trace.length >= 7 && trace;
  });
  // The settings may be cached from an earlier request.
  expect(outline(spans).filter((line) => !line.endsWith('institutions_by_id'))).toEqual([
    'server POST /api/v4/users',
    '  client lyceum.directory.v1.UserService/CreateUser',
    '    server lyceum.directory.v1.UserService/CreateUser',
    '      internal transaction',
    '        client idempotency_keys_claim users_insert outbox_insert_rows idempotency_keys_remember',
    '      producer send lyceum.directory.v1.UserCreated',
    '        consumer process lyceum.directory.v1.UserCreated',
  ]);
  const processes = new Set(spans.map(({ resource, scope }) => `${resource['service.name']} ${scope}`));
  expect(processes).toEqual(
    new Set(['lyceum-gateway lyceum.gateway', 'lyceum-directory lyceum.directory', 'lyceum-probe lyceum.probe']),
  );
  expect(spans.find(({ scope }) => scope === 'lyceum.directory')?.resource).toMatchObject({
    'deployment.environment.name': 'test',
    'service.instance.id': expect.stringMatching(new RegExp(`-${directory.child.pid}$`)),
  });
});

it('the trace of a call that changes an integration includes the gateway’s handling of the event', async () => {
  const span = await until('the gateway to hear of it', () =>
    receiver.spans.find(({ scope, name }) => scope === 'lyceum.gateway' && name.endsWith('.IntegrationCreated')),
  );
  expect(outline(receiver.trace(span.traceId))[0]).toBe(
    'server lyceum.identity.v1.IntegrationService/CreateIntegration',
  );
});

it('a log line contains the request id and the trace id, in JSON', async () => {
  await client.get('/users', { headers: { 'x-request-id': 'logged' } });
  const [line] = await gateway.waitForOutput(/^.*"requestId":"logged".*$/m);
  const span = await until('the trace', () =>
    receiver.ofRequest('logged').find(({ name }) => name === 'GET /api/v4/users'),
  );
  expect(JSON.parse(line)).toMatchObject({
    name: 'lyceum-gateway',
    msg: 'request',
    method: 'GET',
    route: '/api/v4/users',
    status: 200,
    durationMs: expect.any(Number),
    institutionId: expect.any(String),
    integrationId: expect.any(String),
    trace_id: span.traceId,
    span_id: span.spanId,
  });
});

it('remaining spans are exported when a process ends', async () => {
  await client.get('/users', { headers: { 'x-request-id': 'last' } });
  gateway.kill('SIGTERM');
  expect([await gateway.exited, gateway.stderr]).toEqual([{ code: 0, signal: null }, '']);
  expect(receiver.ofRequest('last').map(({ kind }) => kind)).toContain('client');
  directory.kill('SIGTERM');
  expect([await directory.exited, directory.stderr]).toEqual([{ code: 0, signal: null }, '']);
  expect(outline(receiver.ofRequest('last')).filter((line) => !line.endsWith('oldest_transaction'))).toHaveLength(4);
});
