import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { System } from '../../one-process/system.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { AuditService } from '../../proto/gen/lyceum/locations/v1/audit_pb.ts';
import { locations } from '../../services/locations/service.ts';
import { callAs } from '../support/call-as.ts';
import { testKeys } from '../support/calls/test-identities.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

/** One process starts while another server is away: who is on the first one does not notice. */
const [PLACED, FIRST] = ['01990000-0000-7000-8000-00000000000b', '01990000-0000-7000-8000-00000000000a'];
const newDatabase = () => TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['locations']);
const [first, other] = [await newDatabase(), await newDatabase()];
await query(other.url('locations'), "UPDATE own_server SET server = 'b'");
for (const databases of [first, other])
  await query(databases.url('locations'), 'INSERT INTO placements VALUES ($1, $2)', [PLACED, 'b']);
const address = new URL(other.url('locations'));
const proxy = await TcpProxy.to(() => Number(address.port));
const behind = new URL(address);
behind.port = String(proxy.port);

const system = new System({
  services: [locations],
  servers: ['b'],
  databaseUrl: (name) => (name === 'locations@b' ? behind.href : first.url('locations')),
  clock: new FakeClock('2026-10-05T08:00:00.000Z'),
  ids: systemIds,
  log: silentLogger,
  identityKeys: testKeys,
  grpcAddress: '127.0.0.1:0',
});
afterAll(async () => {
  await system.stop();
  await proxy.close();
  await first.drop();
  await other.drop();
});

const countFor = (institutionId: string) =>
  callAs(system.router, { kind: 'operator', institutionId })(AuditService.method.countAuditRecords, {
    before: '2026-01-01T00:00:00.000Z',
  });

it('the services of the first server start, those of the other one when it is back', async () => {
  proxy.set('shut');
  await system.migrate();
  await system.start();
  expect(await countFor(FIRST)).toMatchObject({ records: 0 });
  await expect(countFor(PLACED)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  expect(await system.router.problems()).toEqual({ 'locations@b': 'not_ready' });
  proxy.set('open');
  await until('the other server', () => countFor(PLACED).catch(() => false));
  expect(await system.router.problems()).toEqual({});
});
