import fastify from 'fastify';
import { expect, it } from 'vitest';
import { health, type Readiness } from './health.ts';

it.each<[Readiness, number, string | undefined, object]>([
  [{ isReady: true, problems: {} }, 200, undefined, { status: 'ready' }],
  [
    { isReady: false, problems: { directory: 'not_ready' } },
    503,
    '1',
    { status: 'not ready', problems: { directory: 'not_ready' } },
  ],
  [
    { isReady: true, problems: { directory: 'disk_full' } },
    200,
    undefined,
    { status: 'ready', problems: { directory: 'disk_full' } },
  ],
])('/readyz of %j', async (readiness, status, retryAfter, body) => {
  const app = fastify();
  await app.register(health, { readiness: async () => readiness });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([status, retryAfter, body]);
  await app.close();
});
