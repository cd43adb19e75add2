import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { newIds, recordUpdates, startTestWorker, type TestWorker } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';

const ENDPOINTS = 20;
const EVENTS = 30;
const PER_MINUTE = 250;
/** Not enough for more requests, even if another minute of the clock begins. */
const SOON_MS = 30_000;
/** How long a minute's requests may take a busy machine. */
const BUSY_MS = 60_000;
/** The most concurrent requests to a host. */
const AT_ONCE = 8;

const institutionId = randomUUID();
let replicas: TestWorker[];
let service: TestService;
let receiver: TestReceiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(webhooks, { service: 'own' }), TestReceiver.start()]);
  replicas = [1, 2].map(() => startTestWorker(service, { deliveriesPerMinute: PER_MINUTE }));
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await receiver.end();
  await service.stop();
});

it('twenty replays to one host are sent a few at a time, and no more in a minute than the institution may', async () => {
  const call = service.call({ kind: 'operator', institutionId });
  const ids: string[] = [];
  for (let n = 0; n < ENDPOINTS; n++) {
    const { endpoint } = await call(EndpointService.method.createEndpoint, {
      endpoint: { url: `${receiver.url}/${n}`, isEnabled: true },
    });
    ids.push(endpoint?.id ?? '');
  }
  const sentAt: number[] = [];
  let [inFlight, mostInFlight] = [0, 0];
  receiver.answer = async (response) => {
    sentAt.push(service.clock.now());
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    for (let turns = 0; turns < 20; turns++) await turn();
    inFlight--;
    response.writeHead(204).end();
  };

  await recordUpdates(service, institutionId, newIds(EVENTS));
  /**
   * Moves the clock on whenever the requests of a minute have been made: first to the next minute, in which no more may
   * be made.
   */
  const receive = async (total: number) => {
    for (let expected = 0; expected < total; service.clock.advance(64_000 - SOON_MS)) {
      expected = Math.min(expected + PER_MINUTE, total);
      await until(`${expected} requests`, () => receiver.requests.length >= expected, BUSY_MS);
      service.clock.advance(SOON_MS);
    }
    receiver.requests.length = 0;
  };
  await receive(ENDPOINTS * EVENTS);
  const succeeded = async () => (await service.sql(`SELECT FROM deliveries WHERE status <> 'succeeded'`)).length === 0;
  await until('the outcomes', succeeded);

  for (const endpointId of ids) {
    const { deliveries } = await call(DeliveryService.method.replayEvents, { endpointId, fromSequence: 0n });
    expect(deliveries).toBe(EVENTS);
  }
  await receive(ENDPOINTS * EVENTS);
  await until('the outcomes', succeeded);
  const inMinuteFrom = (begin: number) => sentAt.filter((at) => at >= begin && at < begin + 60_000).length;
  expect.soft(Math.max(...sentAt.map(inMinuteFrom))).toBeLessThanOrEqual(PER_MINUTE);
  expect.soft(mostInFlight).toBeLessThanOrEqual(AT_ONCE);
}, 180_000);
