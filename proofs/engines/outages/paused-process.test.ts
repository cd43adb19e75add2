import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { TestScope } from '../../../test/support/test-scope.ts';

const REQUESTS = 10;
/** Makes the mean delay of any sample exceed the limit. */
const PAUSE_MS = 4_000;

const scope = new TestScope();
afterEach(() => scope.clear());

it('requests that waited for a process to be resumed are not shed', async () => {
  // One of 25 requests is accepted under pressure.
  const env = { MAX_REQUESTS_IN_FLIGHT: '25', MAX_EVENT_LOOP_DELAY_MS: '100' };
  const { program, client } = await scope.startLyceum(await scope.dataDirectory(), { env });
  expect((await client.get('/locations')).status).toBe(200);
  await delay(1_000);
  program.kill('SIGSTOP');
  const requests = Array.from({ length: REQUESTS }, () => client.get('/locations'));
  await delay(PAUSE_MS);
  program.kill('SIGCONT');
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses).toEqual(Array(REQUESTS).fill(200));
});
