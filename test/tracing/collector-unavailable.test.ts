import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../platform/observability/log.ts';
import type { Tracing } from '../../platform/observability/tracing/tracing.ts';
import { OtlpReceiver } from '../support/otlp/otlp-receiver.ts';
import { tracingTo } from '../support/otlp/tracing-to.ts';
import { LogLines } from '../support/process/log-lines.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const destination = new LogLines();
const log = createLogger({ name: 'test', level: 'warn', pretty: false, destination });
let receiver: OtlpReceiver;
let proxy: TcpProxy;
let tracing: Tracing;
let system: TestSystem;
let client: TestClient;
beforeAll(async () => {
  receiver = await OtlpReceiver.start();
  proxy = await TcpProxy.to(() => Number(new URL(receiver.endpoint).port));
  tracing = await tracingTo(`http://127.0.0.1:${proxy.port}`, {}, log);
  system = await TestSystem.start({ shape: 'one process', tracing });
  client = (await system.newInstitution()).client;
});
afterAll(async () => {
  await system.stop();
  await proxy.close();
  await receiver.stop();
});

it('an unavailable collector does not affect requests, and causes one log line', async () => {
  proxy.set('shut');
  expect((await client.get('/users')).status).toBe(200);
  await until('a batch to be given up', () => tracing.lost > 0);
  expect((await client.get('/users')).status).toBe(200);
  const lost = tracing.lost;
  await until('another', () => tracing.lost > lost);
  expect(destination.lines).toMatchObject([{ level: 40, event: 'traces_dropped' }]);
});

it('traces are exported when it is available again; one that hangs delays neither requests nor the shutdown', async () => {
  proxy.set('open');
  await client.get('/users', { headers: { 'x-request-id': 'back' } });
  await until('the trace', () => receiver.ofRequest('back').length === 4);
  proxy.set('slow');
  expect((await client.get('/users')).status).toBe(200);
  await tracing.stop();
  expect((await client.get('/users')).status).toBe(200);
});
