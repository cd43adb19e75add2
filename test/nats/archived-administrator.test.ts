import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { ANONYMOUS, type OperatorActor } from '../../platform/core/actor.ts';
import type { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { closeAll, peersFrom } from '../../platform/process/peers.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { callAs } from '../support/call-as.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import type { Program } from '../support/process/program.ts';
import { portOf, spawnService } from '../support/process/service-process.ts';
import { userChange } from '../support/resource-change.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

/** What directory decides of a user reaches identity, whichever of the two is away: both as in production. */
const scope = new TestScope();
const router = new ServiceRouter();
/** Identity calls others, too, but not for what is tested here: nothing listens there. */
const ports = new Map(['scheduling', 'curricula', 'locations', 'webhooks', 'activity'].map((name) => [name, 1]));
let nats: TestNats;
let databases: TestDatabases;
let operator: OperatorActor;
let directory: Program;
let identity: Program;

beforeAll(async () => {
  nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  const names = ['directory', 'identity'];
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names);
  scope.onClear(() => databases.drop());
  directory = await start('directory');
  identity = await start('identity');
  // Each calls the other one.
  await kill(directory);
  directory = await start('directory');
  const addresses = Object.fromEntries(
    [...ports].map(([name, port]) => [`${name.toUpperCase()}_URL`, `127.0.0.1:${port}`]),
  );
  const remotes = peersFrom(names, addresses, router);
  scope.onClear(async () => closeAll(remotes));
  const { institution } = await callAs(router, { kind: 'operator', institutionId: null })(
    InstitutionService.method.importInstitution,
    { ref: 'nordhafen', name: 'Nordhafen' },
  );
  operator = { kind: 'operator', institutionId: present(institution, 'institution').id };
}, 120_000);
afterAll(() => scope.clear());

/** Starts a service again, at the same port. */
async function restart(service: 'directory' | 'identity'): Promise<Program> {
  const program = await start(service);
  await until(`${service} is reached again`, async () => !(service in (await router.problems())));
  return program;
}

async function start(service: string): Promise<Program> {
  const address = { service, databaseUrl: databases.url(service) };
  const program = scope.run(spawnService(address, ports, { NATS_URL: nats.urlOf(service) }));
  ports.set(service, await portOf(program));
  return program;
}

async function kill(program: Program): Promise<void> {
  program.kill('SIGKILL');
  await program.exited;
}

/** An administrator who has signed in: the user, and the session's token. */
async function signedIn(email: string): Promise<{ readonly id: string; readonly token: string }> {
  const operate = callAs(router, operator);
  const { user } = await operate(UserService.method.createUser, { user: { email, name: 'Ada' } });
  await operate(AdministratorService.method.addAdministrator, { email });
  const { code } = await operate(AdministratorService.method.createSignInLink, { email });
  const origin = { userAgent: 'Firefox', address: '192.0.2.1' };
  const { session } = await callAs(router, ANONYMOUS)(SessionService.method.signInWithLink, { code, origin });
  return { id: present(user, 'user').id, token: present(session, 'session').token };
}

/** An owner who stays. */
async function colleague(email: string): Promise<void> {
  const operate = callAs(router, operator);
  await operate(UserService.method.createUser, { user: { email, name: 'Eve' } });
  await operate(AdministratorService.method.addAdministrator, { email });
  await operate(AdministratorService.method.createSignInLink, { email });
}

/** Keeps identity from noting who is archived; directory can ask it meanwhile. */
const holdEvents = () => HeldTable.hold(databases.url('identity'), 'archived_users');

async function isSignedIn(token: string): Promise<boolean> {
  const { identity: found } = await callAs(router, ANONYMOUS)(SessionService.method.authenticateSession, { token });
  return found !== undefined;
}

/** Archives a user, and waits until the bus has accepted the event. */
async function archive(id: string): Promise<void> {
  const change = { id, precondition: { any: true }, ...userChange({ isArchived: true }) };
  // A directory that has just started may not have reached identity yet, whose consent it needs.
  const isArchived = () =>
    callAs(router, operator)(UserService.method.updateUser, change).then(
      () => true,
      (error: Refusal) => (error.code === 'DEPENDENCY_UNAVAILABLE' ? false : Promise.reject(error)),
    );
  await until('the consent of identity', isArchived);
  const waiting = 'SELECT FROM outbox WHERE published_at IS NULL';
  await until('publication', async () => (await query(databases.url('directory'), waiting)).length === 0);
}

it('is signed out although directory is away, and as soon as identity is back', async () => {
  const ada = await signedIn('ada@nordhafen.example');
  const ben = await signedIn('ben@nordhafen.example');
  await colleague('eve@nordhafen.example');
  const first = await holdEvents();
  await archive(ada.id);
  await kill(directory);
  await first.release();
  await until('the end of the session', async () => !(await isSignedIn(ada.token)));
  expect(await isSignedIn(ben.token)).toBe(true);

  directory = await restart('directory');
  const second = await holdEvents();
  await archive(ben.id);
  await kill(identity);
  await second.release();
  identity = await restart('identity');
  await until('the end of the session', async () => !(await isSignedIn(ben.token)));
}, 120_000);
