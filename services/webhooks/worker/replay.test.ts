import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { recordUpdates, startTestWorker, type TestWorker } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';

/** More than a replay creates in one step. */
const EVENTS = 1_200;
const RESOURCES = 50;

let service: TestService;
let receiver: TestReceiver;
let institutionId: string;
let endpointId: string;
let workers: TestWorker[] = [];

beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
});
afterAll(() => service.stop());
afterEach(async () => {
  await stopWorkers();
  await receiver.end();
});

const call = <T>(work: (call: ReturnType<TestService['call']>) => T) =>
  work(service.call({ kind: 'operator', institutionId }));

function startWorker(): void {
  workers.push(startTestWorker(service));
}

async function stopWorkers(): Promise<void> {
  for (const worker of workers) await worker.stop();
  workers = [];
}

/** Records events of the resources in turn, in order, and returns their ids. */
const happen = (resources: readonly string[], count: number) =>
  recordUpdates(
    service,
    institutionId,
    Array.from({ length: count }, (_, n) => resources[n % resources.length] ?? ''),
  );

const sent = () => receiver.requests.map(({ body }) => JSON.parse(body) as { id: string; resource: { id: string } });
const pending = async () =>
  (await service.sql(`SELECT FROM deliveries WHERE endpoint_id = $1 AND status = 'pending'`, [endpointId])).length;
const isReplaying = async () =>
  (await service.sql('SELECT FROM endpoint_queues WHERE endpoint_id = $1 AND replay_to IS NOT NULL', [endpointId]))
    .length > 0;

let resources: string[];
let replayed: string[];

beforeEach(async () => {
  [receiver, institutionId] = [await TestReceiver.start(), randomUUID()];
  resources = Array.from({ length: RESOURCES }, () => randomUUID());
  replayed = await happen(resources, EVENTS);
  const { endpoint } = await call((rpc) =>
    rpc(EndpointService.method.createEndpoint, { endpoint: { url: receiver.url, isEnabled: true } }),
  );
  endpointId = endpoint?.id ?? '';
  startWorker();
  await call((rpc) => rpc(DeliveryService.method.sendTestEvent, { endpointId }));
  await until('the outcome of the test event', async () => receiver.requests.length > 0 && (await pending()) === 0);
  receiver.requests.length = 0;
});

const replay = () => call((rpc) => rpc(DeliveryService.method.replayEvents, { endpointId, fromSequence: 0n }));
const isDone = () => until('the end', async () => !(await isReplaying()) && (await pending()) === 0, 60_000);

it('sends each event once, and none before an earlier one of its resource, whatever happens meanwhile', async () => {
  startWorker();
  const later: string[] = [];
  receiver.answer = async (response) => {
    response.writeHead(204).end();
  };
  expect((await replay()).deliveries).toBe(EVENTS);
  for (let n = 0; n < 5; n++) {
    await until('a part of the replay', () => receiver.requests.length > n * 200);
    later.push(...(await happen(resources, RESOURCES)));
  }
  await isDone();
  const events = sent();
  expect(events).toHaveLength(EVENTS + later.length);
  for (const resource of resources) {
    const own = events.filter((event) => event.resource.id === resource).map(({ id }) => id);
    const place = new Map([...replayed, ...later].map((id, n) => [id, n]));
    expect(own).toEqual(own.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
  }
}, 90_000);

it('goes on with another worker where a killed one has ended', async () => {
  let answered = 0;
  receiver.answer = (response) => {
    if (++answered <= 300) response.writeHead(204).end();
  };
  await replay();
  await until('requests that hang', () => answered > 300);
  expect(await isReplaying()).toBe(true);
  // What a killed worker leaves behind: its lease has ended, and it writes nothing more.
  await service.sql("UPDATE endpoint_queues SET leased_until = now() - interval '1 ms'");
  receiver.answer = (response) => response.writeHead(204).end();
  startWorker();
  await isDone();
  expect(new Set(sent().map(({ id }) => id))).toEqual(new Set(replayed));
  const [row] = await service.sql(
    'SELECT count(*)::int AS made FROM deliveries WHERE endpoint_id = $1 AND sequence > 0',
    [endpointId],
  );
  expect(row).toEqual({ made: EVENTS });
}, 90_000);

it('ends when the receiver is gone: the rest is not created', async () => {
  receiver.answer = (response) => response.writeHead(receiver.requests.length > 100 ? 410 : 204).end();
  await replay();
  await until('the end of the endpoint', async () => {
    const [row] = await service.sql<{ off: boolean }>('SELECT NOT is_enabled AS off FROM endpoints WHERE id = $1', [
      endpointId,
    ]);
    return row?.off;
  });
  await stopWorkers();
  expect(await isReplaying()).toBe(false);
  expect(await pending()).toBeLessThan(EVENTS / 2);
});
