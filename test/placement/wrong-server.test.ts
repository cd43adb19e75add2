import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { closeAll, peersFrom } from '../../platform/process/peers.ts';
import { AuditService } from '../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { callAs } from '../support/call-as.ts';
import { NOWHERE } from '../support/directory/institution.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { addressesOf, portOf, spawnMigration, spawnService } from '../support/process/service-process.ts';
import { TestScope } from '../support/test-scope.ts';

/** A process whose DATABASE_SERVER is not that of its database: an address that somebody has mistaken for another. */
const scope = new TestScope();
const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
  'timetracking',
]);
afterAll(async () => {
  await scope.clear();
  await databases.drop();
});
const mistaken = { service: 'timetracking', server: 'b', databaseUrl: databases.url('timetracking') };

const isOpen = async () => {
  const text = "SELECT has_database_privilege('public', current_database(), 'CONNECT') AS open";
  return (await query<{ open: boolean }>(mistaken.databaseUrl, text))[0]?.open;
};

it('migrate leaves the database alone and says what to look at', async () => {
  // The first thing that a migration does.
  expect(await isOpen()).toBe(true);
  await expectRefused();
  expect(await isOpen()).toBe(true);
});

it('migrate takes a database of an earlier release for one of the first server', async () => {
  await query(mistaken.databaseUrl, 'ALTER TABLE own_server RENAME TO hidden');
  await expectRefused();
  await query(mistaken.databaseUrl, 'ALTER TABLE hidden RENAME TO own_server');
});

async function expectRefused(): Promise<void> {
  const program = scope.run(spawnMigration(mistaken));
  expect(await program.exited).toMatchObject({ code: 1 });
  expect(`${program.stdout}${program.stderr}`).toContain(
    'The database is that of the first server, not of the server "b": check DATABASE_SERVER.',
  );
}

it('the service is not ready, and answers nothing', async () => {
  const nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  const program = scope.run(
    spawnService(mistaken, new Map([['directory', 1]]), { NATS_URL: nats.urlOf('timetracking') }),
  );
  const router = new ServiceRouter();
  const remotes = peersFrom(['timetracking'], addressesOf(new Map([['timetracking', await portOf(program)]])), router);
  scope.onClear(async () => closeAll(remotes));
  expect(await router.problems()).toEqual({ timetracking: 'not_ready' });
  const call = callAs(router, { kind: 'operator', institutionId: NOWHERE });
  const refused = await call(AuditService.method.countAuditRecords, { before: '2026-01-01T00:00:00.000Z' }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  expect(program.stdout).toContain('the database is that of another server');
});
