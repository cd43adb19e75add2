import { must } from '../time-tracking/member.ts';
import type { TestClient } from './test-client.ts';
import { until } from './until.ts';
import { TestReceiver } from './webhooks/test-receiver.ts';

/**
 * Creates a webhook endpoint at a port without a listener, subscribed to events that no test publishes; returns its
 * path.
 */
export async function newEndpoint(client: TestClient): Promise<string> {
  const json = { url: 'http://127.0.0.1:9/hooks', types: ['settings.updated'] };
  const { body } = must(201, await client.post('/webhook-endpoints', json));
  return `/webhook-endpoints/${body.data.id}`;
}

export const HOOK_URL = 'https://campus.example/hooks';

/** Creates an endpoint at `HOOK_URL`, which receives nothing as long as no event is published. */
export async function createdEndpoint(client: TestClient, body: object = {}) {
  const answer = must(201, await client.post('/webhook-endpoints', { url: HOOK_URL, ...body }));
  const { secret, ...data } = answer.body.data;
  return { data, secret, path: `/webhook-endpoints/${data.id}`, etag: answer.headers.get('etag') ?? '' };
}

/**
 * Sends an endpoint a test event; returns the path of its delivery after the first attempt, when it no longer changes
 * until the clock is advanced.
 */
export async function newDelivery(client: TestClient, endpoint: string): Promise<string> {
  const { body } = must(202, await client.send('POST', `${endpoint}/test`));
  const path = `${endpoint}/deliveries/${body.data.id}`;
  await until('the attempt', async () => (await client.get(path)).body.data.attempts.length > 0);
  return path;
}

/** Creates an endpoint whose receiver has accepted a test event, and then ended; returns its path. */
export async function newProvenEndpoint(client: TestClient): Promise<string> {
  const receiver = await TestReceiver.start();
  try {
    const { body } = must(201, await client.post('/webhook-endpoints', { url: receiver.url }));
    const path = `/webhook-endpoints/${body.data.id}`;
    await newDelivery(client, path);
    return path;
  } finally {
    await receiver.end();
  }
}
