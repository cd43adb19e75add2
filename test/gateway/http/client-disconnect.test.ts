import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { query } from '../../support/postgres/query.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';
import { until } from '../../support/until.ts';

/** Services with blocked databases, and clients that disconnect. */
describe.each(['direct', 'mux', 'grpc'] as const)('a client who goes, over %s', (transport) => {
  let system: TestSystem;
  let school: Timetable;

  beforeAll(async () => {
    system = await TestSystem.start({ shape: 'one process', transport, requestTimeoutMs: 60_000 });
    school = await Timetable.in(system);
  });
  afterAll(() => system.stop());

  it.each([
    ['a list', 'scheduling', 'appointments', () => 'GET /api/v4/appointments HTTP/1.1'],
    ['a read of a service behind a service', 'directory', 'users', () => post({ userIds: [school.id('users/ben')] })],
    ['a write', 'scheduling', 'appointments', () => post({})],
  ])('ends the statements of %s', async (_, service, table, requestOf) => {
    const held = await HeldTable.hold(system.databases.url(service), table, 'reads');
    const socket = connect(system.port, '127.0.0.1');
    await once(socket, 'connect');
    const [line = '', body = ''] = requestOf().split('\n');
    const headers = [
      'host: x',
      `authorization: ${school.client.authorization}`,
      ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
      ...(body === '' ? [] : [`idempotency-key: ${service}-${table}`]),
    ];
    socket.write(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`);
    await held.waiters(1);
    socket.destroy();
    await held.waiters(0);
    await until('no session works', async () => (await working(service)) === 0);
    await until('nothing is under way', () => system.lyceum.load.requestsInFlight === 0);
    await held.release();
    expect((await school.get('/appointments')).body.data).toEqual([]);
  });

  function post(fields: object): string {
    const body = {
      title: 'T',
      dateTime: '2026-10-12T08:00:00Z',
      duration: 60,
      courseIds: [school.id('layers/algebra')],
    };
    return `POST /api/v4/appointments HTTP/1.1\n${JSON.stringify({ ...body, ...fields })}`;
  }

  /** Sessions of a service's pool with a running statement. */
  async function working(service: string): Promise<number> {
    const [row] = await query<{ count: number }>(
      system.databases.url(service),
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'lyceum-${service}' AND state <> 'idle'`,
    );
    return row?.count ?? 0;
  }
});
