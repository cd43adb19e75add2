import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { spawnLyceum } from '../../../test/support/process/lyceum-process.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const FIRST_START_MS = 120_000;
const scope = new TestScope();
afterEach(() => scope.clear());

/** Fields of lessons and logs. */
interface Shown {
  readonly id: string;
  readonly dateTime: string;
  readonly appointmentRooms: readonly unknown[];
  readonly userId: string;
  readonly autoClosed: boolean;
  readonly source: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

async function recordsOf(client: TestClient) {
  const walk = async (path: string, query = {}) => (await client.walk(path, query)) as Shown[];
  const codes = ['NH-0006', 'NH-0007', 'NH-0008', 'NH-0009'];
  const logs = await Promise.all(codes.map((code) => walk('/time-tracking/logs', { code })));
  return { lessons: await walk('/appointments'), logs: logs.flat() };
}

it('the demo has two weeks of lessons and a month of time records from its first start on, even if that was killed; a further start changes nothing', async () => {
  const data = await scope.dataDirectory();
  const killed = scope.run(spawnLyceum(data));
  const lessonsStored = async () => {
    try {
      return (await query(await data.databaseUrl('lyceum_scheduling'), 'SELECT id FROM appointments')).length;
    } catch {
      return 0;
    }
  };
  await until('a lesson', async () => (await lessonsStored()) > 0, FIRST_START_MS);
  killed.kill('SIGKILL');
  await killed.exited;
  expect(killed.stdout).not.toContain('Lyceum is ready');

  const { client, program } = await scope.startLyceum(data);
  const before = await client.get('/requests');
  expect(before.body.data).toEqual([]);
  expect(before.headers.get('ratelimit-remaining')).toBe('999');
  const { lessons, logs } = await recordsOf(client);
  expect(lessons).toHaveLength(28);
  expect(lessons.every(({ appointmentRooms }) => appointmentRooms.length === 1)).toBe(true);
  const [monday = 0, friday = 0] = [lessons[0], lessons.at(-1)].map((each) => Date.parse(each?.dateTime ?? ''));
  expect(Math.ceil((friday - monday) / DAY_MS)).toBe(12);
  const members = new Set(logs.map(({ userId }) => userId));
  expect([members.size, logs.length % members.size]).toEqual([4, 0]);
  expect(logs.length / members.size).toBeGreaterThanOrEqual(20);
  expect(logs.filter(({ autoClosed }) => autoClosed)).toHaveLength(1);
  const corrected = logs.filter(({ createdAt, updatedAt, source }) => source === 'bulk' && updatedAt > createdAt);
  expect(corrected).toMatchObject([{ note: 'Left early' }]);
  const events = await until('the correction in the feed', async () => {
    const found = await client.walk('/events', { types: 'log.updated' });
    return found.length > 0 && found;
  });
  expect(events).toHaveLength(1);

  program.kill('SIGTERM');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  const again = await scope.startLyceum(data);
  expect(await recordsOf(again.client)).toEqual({ lessons, logs });
});
