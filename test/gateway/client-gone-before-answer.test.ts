import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventLoop } from '../../platform/core/event-loop.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { query } from '../support/query.ts';
import { chunk, requestHead } from '../support/raw-http.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';

/** What clients that disconnect leave behind: nothing counted, and no error in the log. */
let system: TestSystem;
let school: Timetable;
const lines: { readonly level: number; readonly err?: { readonly message: string } }[] = [];

beforeAll(async () => {
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()));
      done();
    },
  });
  const log = createLogger({ name: 'test', level: 'info', pretty: false, destination });
  system = await TestSystem.start({ shape: 'one process', transport: 'direct', log });
  school = await Timetable.in(system);
  await school.fill(Array.from({ length: 100 }, () => ({})));
  await query(system.databases.url('scheduling'), `UPDATE appointments SET notes = repeat('n', 2000)`);
});
afterAll(() => system.stop());
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => vi.restoreAllMocks());

const load = () => system.lyceum.load;

/** Begins a request. */
async function begin(line: string, headers: Readonly<Record<string, string>>, body: string): Promise<Socket> {
  const socket = connect(system.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(requestHead(line, { authorization: school.client.authorization, ...headers }) + body);
  return socket;
}

/** Sends a request, and disconnects in the first pause of long work in which the condition holds. */
async function leaveWhen(condition: () => boolean | Promise<boolean>, line: string, body = ''): Promise<void> {
  const pause = eventLoop.yield.bind(eventLoop);
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const socket = begin(line, { 'content-length': String(Buffer.byteLength(body)) }, body);
  vi.spyOn(eventLoop, 'yield').mockImplementation(async (institutionId) => {
    await pause(institutionId);
    const client = await socket;
    if (client.destroyed || !(await condition())) return;
    client.destroy();
    await until('the gateway knows', () => load().requestsInFlight === 0);
    resolve();
  });
  await left;
  // Much longer than the rest of the request that was left.
  expect((await school.get('/appointments', { limit: '100' })).status).toBe(200);
}

describe('during the body', () => {
  const piece = '{"email":"'.padEnd(100_000, 'a');
  it.each([
    ['of known length', { 'content-length': '500000' }, piece],
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
  it('of a page', async () => {
    await leaveWhen(() => load().unsentBytes > 0, 'GET /api/v4/appointments?limit=100');
    expect([load().unsentBytes, lines]).toEqual([0, []]);
  });

  it('of a bulk, which is done', async () => {
    const { id: userId } = await newUser(school.client);
    const logs = Array.from({ length: 400 }, (_, n) => ({
      userId,
      startTime: new Date(Date.UTC(2026, 8, 1, 0, 30 * n)).toISOString(),
      endTime: new Date(Date.UTC(2026, 8, 1, 0, 30 * n + 20)).toISOString(),
      note: 'n'.repeat(200),
    }));
    const count = async () => {
      const sql = `SELECT count(*)::int AS count FROM time_records WHERE user_id = '${userId}'`;
      return (await query<{ count: number }>(system.databases.url('timetracking'), sql))[0]?.count;
    };
    await leaveWhen(
      async () => (await count()) === 400,
      'POST /api/v4/time-tracking/logs/bulk',
      JSON.stringify({ items: logs }),
    );
    expect([await count(), load().unsentBytes, lines]).toEqual([400, 0, []]);
  });
});
