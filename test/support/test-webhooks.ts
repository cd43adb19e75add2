import { must } from '../time-tracking/member.ts';
import type { TestClient } from './test-client.ts';

/** Creates a webhook endpoint that nobody answers at; returns its path. */
export async function newEndpoint(client: TestClient): Promise<string> {
  const { body } = must(201, await client.post('/webhook-endpoints', { url: 'https://hooks.example/' }));
  return `/webhook-endpoints/${body.data.id}`;
}
