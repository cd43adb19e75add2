import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { until } from '../../../test/support/until.ts';
import { type ReceivedRequest, TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { newIds, recordUpdates, startTestWorker } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';

/** Requests to a host, and the half of them that an endpoint has at most if it shares the host or is troubled. */
const [ALL, HALF] = [8, 4];

let service: TestService;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
});
afterAll(() => service.stop());
afterEach(async () => {
  // At once: replicas stop when their requests have ended, which those to a receiver that hangs do with it.
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function newReceiver(port = 0): Promise<TestReceiver> {
  const receiver = await TestReceiver.start({ port });
  ends.push(() => receiver.end());
  return receiver;
}

/** Two replicas. No request of theirs ends by itself while a test runs. */
function startReplicas(): { wake(): void } {
  const workers = [1, 2].map(() => startTestWorker(service, { timeoutMs: 600_000 }));
  ends.push(() => Promise.all(workers.map((each) => each.stop())));
  return {
    wake: () => {
      for (const each of workers) each.wake.set();
    },
  };
}

async function newEndpoint(institutionId: string, { url }: TestReceiver): Promise<void> {
  const call = service.call({ kind: 'operator', institutionId });
  await call(EndpointService.method.createEndpoint, { endpoint: { url, isEnabled: true } });
}

/** Records two events of each of ten resources, and returns the ids of each resource's in their order. */
async function happen(institutionId: string): Promise<string[][]> {
  const ids = await recordUpdates(
    service,
    institutionId,
    newIds(10).flatMap((id) => [id, id]),
  );
  return Array.from({ length: 10 }, (_, n) => ids.slice(2 * n, 2 * n + 2));
}

const idOf = ({ headers }: ReceivedRequest) => String(headers['webhook-id']);

async function receivedInOrder(receiver: TestReceiver, resources: readonly string[][]): Promise<void> {
  const all = resources.flat();
  await until('the deliveries', () => new Set(receiver.requests.map(idOf)).isSupersetOf(new Set(all)));
  const received = receiver.requests.map(idOf);
  for (const ids of resources) expect(received.filter((id) => ids.includes(id))).toEqual(ids);
}

it('a receiver that hangs delays no other endpoint of its host, neither at first nor while it fails', async () => {
  const institutionId = randomUUID();
  const [others, hanging] = [[await newReceiver(), await newReceiver()], await TestReceiver.start()];
  hanging.answer = () => undefined;
  for (const receiver of [hanging, ...others]) await newEndpoint(institutionId, receiver);
  const replicas = startReplicas();
  const eventsReach = async () => {
    for (let round = 1; round <= 3; round++) {
      const resources = await happen(institutionId);
      replicas.wake();
      for (const other of others) await receivedInOrder(other, resources);
    }
  };
  await eventsReach();
  await until('requests to the receiver that hangs', () => hanging.requests.length > 0);
  expect(hanging.requests.length).toBeLessThanOrEqual(HALF);

  const { port } = hanging;
  await hanging.end();
  await until('the failure', async () => {
    const [failing] = await service.sql(
      'SELECT FROM endpoint_queues WHERE failing_since IS NOT NULL AND lease IS NULL',
    );
    return failing !== undefined;
  });
  const stillHanging = await newReceiver(port);
  stillHanging.answer = () => undefined;
  await eventsReach();
  await until('requests to the receiver that hangs', () => stillHanging.requests.length > 0);
  expect(stillHanging.requests.length).toBeLessThanOrEqual(HALF);
});

it('a host never gets more than eight requests at once, whoever joins the endpoint that had it alone', async () => {
  const institutionId = randomUUID();
  const receivers = [await newReceiver(), await newReceiver(), await newReceiver()];
  const open = new Set<ServerResponse>();
  let [most, isHeld] = [0, true];
  for (const receiver of receivers)
    receiver.answer = (response) => {
      open.add(response);
      most = Math.max(most, open.size);
      if (!isHeld) release();
    };
  const release = () => {
    setImmediate(() => {
      for (const response of open) response.writeHead(204).end();
      open.clear();
    });
  };
  const [alone, ...later] = receivers as [TestReceiver, ...TestReceiver[]];
  await newEndpoint(institutionId, alone);
  const replicas = startReplicas();
  const first = await happen(institutionId);
  replicas.wake();
  await until('all requests of the host', () => open.size === ALL);
  for (const receiver of later) await newEndpoint(institutionId, receiver);
  const second = await happen(institutionId);
  replicas.wake();
  const leases = await service.sql('SELECT FROM endpoint_queues WHERE institution_id = $1 AND lease IS NOT NULL', [
    institutionId,
  ]);
  expect(leases).toHaveLength(1);
  isHeld = false;
  release();
  await receivedInOrder(alone, [...first, ...second]);
  for (const receiver of later) await receivedInOrder(receiver, second);
  expect(most).toBe(ALL);
});
