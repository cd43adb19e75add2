import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint, HOOK_URL } from '../../support/test-webhooks.ts';
import { until } from '../../support/until.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

const system = await TestSystem.start({ platform: 'own' });
const { client } = await system.newInstitution();
afterAll(() => system.stop());

describe('PATCH /webhook-endpoints/{id}', () => {
  it('200: what is given changes, null clears, the rest stays', async () => {
    const { data, path, etag } = await createdEndpoint(client, { description: 'Display', types: ['user.created'] });
    system.clock.advance(1_000);
    const change = { url: `${HOOK_URL}/2`, types: [], isEnabled: false };
    const answer = await client.patch(path, { ...change, description: null }, { ifMatch: etag });
    const { timestamp: updatedAt } = answer.body.meta;
    expect([answer.status, answer.body.data]).toEqual([200, { ...data, ...change, description: null, updatedAt }]);
    for (const wrong of [{ url: 'no' }, { url: `${HOOK_URL}\n` }, { description: 'a\tb' }])
      expect((await client.patch(path, wrong, { ifMatch: '*' })).status).toBe(422);
  });
});

it('PATCH /webhook-endpoints/{id}: 200: enables it again after its receiver was gone, and what waits is sent', async () => {
  const endpoint = await ReceivingEndpoint.in(system);
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
