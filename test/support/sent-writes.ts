import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { WriteEndpoint } from '../../gateway/endpoint/endpoint.ts';
import { operations } from './operations.ts';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

interface Write {
  readonly path: string;
  readonly json?: object;
}

/** Every write operation of the gateway, by name. */
export const writeOperations = operations.flatMap(([name, endpoint]) =>
  endpoint.kind === 'write' ? [[name, endpoint] as const] : [],
);

/** Sends a write with a key, regardless of the state of the resource. */
export function sendWrite(
  client: TestClient,
  { method }: WriteEndpoint,
  { path, json }: Write,
  key: string,
): Promise<TestAnswer> {
  return client.send(method, path, { ...(json === undefined ? {} : { json }), key, ifMatch: '*' });
}

/** Repeats a completed write: as a replay, and in ways that are rejected. */
export async function repeatWithoutEffect(
  client: TestClient,
  endpoint: WriteEndpoint,
  request: Write,
  key: string,
): Promise<void> {
  const replay = await sendWrite(client, endpoint, request, key);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  if (endpoint.body) {
    const unknown = { path: request.path, json: { ...request.json, nope: 1 } };
    expect((await sendWrite(client, endpoint, unknown, randomUUID())).status).toBe(endpoint.bodyFaultStatus);
  }
  await client.send(endpoint.method, `${request.path}x`, { json: request.json ?? {}, key: true, ifMatch: '"x"' });
}
