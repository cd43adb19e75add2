import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { newIds, recordUpdates, startTestWorker } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';

const EVENTS = 20;
/** Of an endpoint. */
const AT_ONCE = 8;

let service: TestService;
let receiver: TestReceiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(webhooks, { service: 'own' }), TestReceiver.start()]);
});
afterAll(async () => {
  await receiver.end();
  await service.stop();
});

it.each([
  ['what a round did not begin to send', 1_000],
  ['what was not allowed in the minute', AT_ONCE],
])('%s does not count', async (_, deliveriesPerMinute) => {
  const institutionId = randomUUID();
  const call = service.call({ kind: 'operator', institutionId });
  await call(EndpointService.method.createEndpoint, { endpoint: { url: receiver.url, isEnabled: true } });
  receiver.requests.length = 0;
  const answered = Promise.withResolvers<void>();
  receiver.answer = async (response) => {
    await answered.promise;
    response.writeHead(204).end();
  };
  await recordUpdates(service, institutionId, newIds(EVENTS));

  const worker = startTestWorker(service, { deliveriesPerMinute });
  await until('the first requests', () => receiver.requests.length === AT_ONCE);
  const stopped = worker.stop();
  answered.resolve();
  await stopped;
  expect(receiver.requests).toHaveLength(AT_ONCE);
  const [budget] = await service.sql<{ sent: number[] }>(
    'SELECT sent FROM delivery_budgets WHERE institution_id = $1',
    [institutionId],
  );
  expect(budget?.sent.reduce((sum, count) => sum + count, 0)).toBe(AT_ONCE);
});
