import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/observability/log.ts';
import { query } from '../../support/postgres/query.ts';
import { LogLines } from '../../support/process/log-lines.ts';
import { chunk, requestHead } from '../../support/raw-http.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';
import { until } from '../../support/until.ts';

const destination = new LogLines();
const { lines } = destination;

const log = createLogger({ name: 'test', level: 'info', pretty: false, destination });
/** What clients that disconnect leave behind: nothing counted, and no error in the log. */
const system = await TestSystem.start({ shape: 'one process', transport: 'direct', log });
const school = await Timetable.in(system);
await school.fill(Array.from({ length: 100 }, () => ({})));
await query(system.databases.url('scheduling'), `UPDATE appointments SET notes = repeat('n', 2000)`);
afterAll(() => system.stop());
beforeEach(() => {
  lines.length = 0;
});

const load = () => system.lyceum.load;

/** Begins a request. */
async function begin(line: string, headers: Readonly<Record<string, string>>, body: string): Promise<Socket> {
  const socket = connect(system.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(requestHead(line, { authorization: school.client.authorization, ...headers }) + body);
  return socket;
}

/** Sends a request again and again, and disconnects after each time a little later, until one is answered first. */
async function leaveAtEveryMoment(request: () => { readonly line: string; readonly body?: string }): Promise<void> {
  for (let afterMs = 0, isAnswered = false; !isAnswered; afterMs += STEP_MS) {
    const { line, body = '' } = request();
    const socket = await begin(line, { 'content-length': String(Buffer.byteLength(body)) }, body);
    socket.once('data', () => {
      isAnswered = true;
    });
    await delay(afterMs);
    socket.destroy();
    await until('nothing is under way', () => load().requestsInFlight === 0);
  }
  // Much longer than the rest of the request that was left.
  expect((await school.get('/appointments', { limit: '100' })).status).toBe(200);
  expect([load().requestsWaiting, lines]).toEqual([0, []]);
}

const STEP_MS = 5;

describe('during the body', () => {
  const piece = '{"email":"'.padEnd(100_000, 'a');
  it.each([
    ['of known length', { 'content-length': '200000' }, piece],
    ['in chunks', { 'transfer-encoding': 'chunked' }, chunk(piece)],
  ])('%s', async (_, headers, body) => {
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const socket = await begin('POST /api/v4/users', headers as Record<string, string>, body);
      await until('the gateway receives it', () => load().requestsInFlight === 1);
      socket[leave]();
      await until('nothing is under way', () => load().requestsInFlight === 0);
    }
    expect(lines).toEqual([]);
  });
});

describe('while the response is made', () => {
  it('of a page', () => leaveAtEveryMoment(() => ({ line: 'GET /api/v4/appointments?limit=100' })));

  it('of a bulk, which is stored completely or not at all', async () => {
    const { id: userId } = await newUser(school.client);
    let first = 0;
    const bulk = () => {
      const from = 400 * first++;
      const items = Array.from({ length: 400 }, (_, n) => ({
        userId,
        startTime: new Date(Date.UTC(2020, 0, 1, 0, 30 * (from + n))).toISOString(),
        endTime: new Date(Date.UTC(2020, 0, 1, 0, 30 * (from + n) + 20)).toISOString(),
        note: 'n'.repeat(200),
      }));
      return { line: 'POST /api/v4/time-tracking/logs/bulk', body: JSON.stringify({ items }) };
    };
    await leaveAtEveryMoment(bulk);
    const [row] = await query<{ count: number }>(
      system.databases.url('timetracking'),
      `SELECT count(*)::int AS count FROM time_records WHERE user_id = '${userId}'`,
    );
    expect([(row?.count ?? 0) % 400, (row?.count ?? 0) > 0]).toEqual([0, true]);
  });
});
