import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import type { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { type ReceivedRequest, TestReceiver } from '../support/webhooks/test-receiver.ts';
import { must } from '../time-tracking/member.ts';
import type { Campus } from './campus.ts';

/** Whether a receiver that knows this secret alone believes a request. */
function isSignedBy(secret: string, { headers, body }: ReceivedRequest): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** The secret of a webhook is replaced while events flow, and the answer with the new one is lost. */
export function rotatedWebhookSecret(campus: () => Campus, system: () => TestSystem): void {
  it('receivers with the old secret believe everything for a day, those with the newest one from the start', async () => {
    const { client } = campus();
    const receiver = await TestReceiver.start();
    try {
      const endpoint = must(201, await client.post('/webhook-endpoints', { url: receiver.url, types: [] })).body.data;
      const path = `/webhook-endpoints/${endpoint.id}`;
      /** Which of some secrets a request of now is signed by. */
      const signedBy = async (...secrets: string[]) => {
        const { length } = receiver.requests;
        must(202, await client.send('POST', `${path}/test`));
        await until('the request', () => receiver.requests.length > length);
        const request = receiver.requests.at(-1) as ReceivedRequest;
        return secrets.map((secret) => isSignedBy(secret, request));
      };
      expect(await signedBy(endpoint.secret)).toEqual([true]);

      const key = randomUUID();
      // Nobody sees its secret: the answer is lost, and a replay has none.
      must(200, await client.send('POST', `${path}/rotate-secret`, { key }));
      const replayed = must(200, await client.send('POST', `${path}/rotate-secret`, { key }));
      expect(replayed.body.data.secret).toBeNull();
      expect(await signedBy(endpoint.secret)).toEqual([true]);
      const { secret } = must(200, await client.send('POST', `${path}/rotate-secret`)).body.data;
      expect(await signedBy(endpoint.secret, secret)).toEqual([true, true]);
      must(409, await client.send('POST', `${path}/rotate-secret`));

      system().clock.advance(24 * HOUR_MS - 1);
      expect(await signedBy(endpoint.secret, secret)).toEqual([true, true]);
      system().clock.advance(1);
      expect(await signedBy(endpoint.secret, secret)).toEqual([false, true]);
    } finally {
      await receiver.end();
    }
  });
}
