import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

let endpoint: ReceivingEndpoint;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  endpoint = await ReceivingEndpoint.in(system);
});
afterEach(() => endpoint.receiver.end());

it('PATCH /webhook-endpoints/{id}: 200: enables it again after its receiver was gone, and what waits is sent', async () => {
  endpoint.answerWith(410);
  await newUser(endpoint.client);
  await endpoint.received(1);
  const shown = async () => (await endpoint.client.get(endpoint.path)).body.data;
  await until('the end of the endpoint', async () => (await shown()).disabledReason === 'gone');
  expect((await endpoint.deliveries()).map(({ status }: { status: string }) => status)).toEqual(['pending']);
  for (const [end, json] of [['test'], ['replay', { fromSequence: 0 }]] as const)
    expect([end, (await endpoint.post(end, json, randomUUID())).status]).toEqual([end, 409]);
  const [waiting] = await endpoint.deliveries();
  expect((await endpoint.post(`deliveries/${waiting.id}/redeliver`)).status).toBe(409);

  endpoint.answerWith(204);
  const answer = await endpoint.client.patch(endpoint.path, { isEnabled: true }, { ifMatch: '*' });
  expect(answer.body.data).toMatchObject({ isEnabled: true, disabledReason: null });
  system.clock.advance(6_000);
  await endpoint.received(2);
  expect(endpoint.events.map(({ type }) => type)).toEqual(['user.created', 'user.created']);
});
