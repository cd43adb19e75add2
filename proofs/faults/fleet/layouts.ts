import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { provisionNats } from '../../../deploy/nats/provision.ts';
import { startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { newPasswords } from '../../../dev/nats-server/passwords.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { ADMIN } from '../../../platform/events/nats/nats-user.ts';
import { LoopDisk } from '../../../test/support/loop-disk.ts';
import { findClusterNats } from '../../../test/support/nats/find-cluster-nats.ts';
import { TestNatsCluster } from '../../../test/support/nats/nats-cluster.ts';
import { NatsMember } from '../../../test/support/nats/nats-member.ts';
import { declarable, TestNats } from '../../../test/support/nats/nats-server.ts';
import { findPgBouncer } from '../../../test/support/pgbouncer/find-pgbouncer.ts';
import { PgBouncer } from '../../../test/support/pgbouncer/pgbouncer.ts';
import { copyAll } from '../../../test/support/postgres/copy-cluster.ts';
import { deployedCluster } from '../../../test/support/postgres/deployed-cluster.ts';
import { Instance, passwordIn } from '../../../test/support/postgres/instance.ts';
import { ReplicatedPostgres } from '../../../test/support/postgres/replicated-postgres.ts';
import type { ServiceAddress } from '../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';
import { GATEWAYS, SERVICES, type Service } from './parts.ts';
import { ProcessClocks } from './process-clocks.ts';

/** The databases and NATS that a fleet uses, in any layout. */
export interface Infrastructure {
  /** The superuser's URL of a service's database on the server that accepts writes now, without proxies and poolers. */
  databaseUrl(service: Service): string;
  /** The address of the database for the processes of a service. */
  databaseOf(service: Service): Omit<ServiceAddress, 'service'>;
  /** The URL of NATS for one of its users. */
  natsUrl(user: string): string;
  /** The CA of the NATS certificate, in PEM format, if NATS has a certificate. */
  readonly natsCa?: string;
  /** The clocks of the processes, if they have their own. */
  readonly clocks?: ProcessClocks;
}

/** Starts everything with empty databases and everything that the NATS users need. The test scope stops it. */
export type Layout<On extends Infrastructure = Infrastructure> = (scope: TestScope) => Promise<On>;

/** A fleet's databases and NATS in a layout, such as `On<typeof standby>`. */
export type On<Starts extends Layout> = Awaited<ReturnType<Starts>>;

/** One PostgreSQL server with all databases, and one NATS server. */
export async function singleServers(scope: TestScope) {
  const postgres = await durablePostgres(scope);
  const nats = await oneNats(scope);
  return { ...addresses(postgres, nats), postgres, nats };
}

/** A primary with synchronous standbys, and one NATS server. The address of services stays the same after a failover. */
export async function standby(scope: TestScope) {
  const postgres = await ReplicatedPostgres.start([...SERVICES]);
  scope.onClear(() => postgres.stop());
  const primary = { url: (service: Service) => postgres.primary.url(service) };
  return {
    ...addresses(primary, await oneNats(scope)),
    databaseOf: (service: Service) => ({ databaseUrl: postgres.urlOfService(service) }),
    postgres,
  };
}

/** One PostgreSQL server with all databases, and three NATS servers as in `deploy/nats`. */
export async function natsCluster(scope: TestScope) {
  const program = await clusterProgram();
  const postgres = await durablePostgres(scope);
  const nats = await TestNatsCluster.start({ program, users: natsUsers });
  scope.onClear(() => nats.remove());
  return { ...addresses(postgres, nats), nats, natsCa: nats.ca };
}

/** PgBouncer in transaction mode between the services and one PostgreSQL server, and one NATS server. */
export async function pgbouncer(scope: TestScope) {
  const program = await findPgBouncer();
  if (!program?.preparesStatements)
    throw new Error(`PgBouncer 1.21 is needed, and there is ${program?.version ?? 'none'}`);
  const servers = await singleServers(scope);
  const roles = [servers.postgres.url('postgres')];
  const bouncer = await PgBouncer.start({ program, roles });
  scope.onClear(() => bouncer.stop());
  const databaseOf = (service: Service) => {
    const directDatabaseUrl = servers.databaseUrl(service);
    return { databaseUrl: bouncer.behind(directDatabaseUrl), directDatabaseUrl };
  };
  return { ...servers, databaseOf, bouncer };
}

/** One PostgreSQL and one NATS server with the settings of production, each on a disk that can lose its power. */
export async function losableDisks(scope: TestScope) {
  const newDisk = async () => {
    const disk = await LoopDisk.make();
    scope.onClear(() => disk.remove());
    return disk;
  };
  const disks = { PostgreSQL: await newDisk(), NATS: await newDisk() };
  const settings = (await deployedCluster()).parameters;
  const postgres = await startInstance(scope, { folder: disks.PostgreSQL.path, settings });
  const nats = await natsOn(scope, disks.NATS);
  // A cluster that was copied is only synced when it is old.
  for (const disk of Object.values(disks)) disk.sync();
  const machines = {
    PostgreSQL: { disk: disks.PostgreSQL, kill: () => postgres.kill(), start: () => postgres.start() },
    NATS: { disk: disks.NATS, kill: () => nats.end('SIGKILL'), start: () => nats.start() },
  };
  return { ...addresses(postgres, nats), machines };
}

/** One PostgreSQL and one NATS server. Every process but NATS has a clock of its own, half a minute ahead or behind. */
export async function differingClocks(scope: TestScope) {
  const clocks = await ProcessClocks.make(scope);
  await clocks.set(AHEAD);
  const postgres = await startInstance(scope, { env: clocks.environmentOf(POSTGRES) });
  return { ...addresses(postgres, await oneNats(scope)), clocks };
}

export const POSTGRES = 'postgresql';
/** By how many seconds each clock is ahead of the machine's when it is not set: neighbours differ by a minute. */
export const AHEAD: Readonly<Record<string, number>> = Object.fromEntries(
  [...SERVICES, POSTGRES, ...GATEWAYS].map((name, index) => [name, index % 2 === 0 ? 30 : -30]),
);

function addresses(
  postgres: { url(database: Service): string },
  nats: { urlOf(user: string): string },
): Pick<Infrastructure, 'databaseUrl' | 'databaseOf' | 'natsUrl'> {
  return {
    databaseUrl: (service) => postgres.url(service),
    databaseOf: (service) => ({ databaseUrl: postgres.url(service) }),
    natsUrl: (user) => nats.urlOf(user),
  };
}

/** A PostgreSQL server with all databases. */
export async function durablePostgres(scope: TestScope): Promise<UserServer> {
  const postgres = await UserServer.start(true);
  scope.onClear(() => postgres.stop());
  await postgres.ensureDatabases([...SERVICES]);
  return postgres;
}

interface InstanceOptions {
  /** The folder that its data directory is made in; by default one of its own. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A PostgreSQL server with all databases, which a layout controls itself. */
async function startInstance(scope: TestScope, { folder, settings, env }: InstanceOptions): Promise<Instance> {
  const data = await scope.dataDirectory();
  const first = await startEmbeddedPostgres({ dataDir: data.path, durable: false });
  await first.ensureDatabases([...SERVICES]);
  await first.stop();
  const made = join(data.dataPath, 'cluster');
  const cluster = folder === undefined ? made : join(folder, 'cluster');
  if (cluster !== made) await copyAll(made, cluster);
  const own = { max_connections: '200', shared_buffers: '64MB', timezone: 'UTC', log_timezone: 'UTC', jit: 'off' };
  const postgres = new Instance({
    ...{ name: 'postgres', cluster, port: await findFreePort(null), password: await passwordIn(data.path) },
    ...{ settings: { ...settings, ...own }, ...(env && { env }) },
  });
  scope.onClear(() => postgres.kill());
  await postgres.start();
  return postgres;
}

async function oneNats(scope: TestScope): Promise<TestNats> {
  const nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  return nats;
}

async function natsOn(scope: TestScope, { path }: LoopDisk): Promise<NatsMember> {
  const program = await clusterProgram();
  const directory = join(path, 'nats');
  await mkdir(directory);
  const passwords = newPasswords(natsUsers);
  const nats = new NatsMember({ program, directory, port: await findFreePort(null), users: natsUsers, passwords });
  scope.onClear(() => nats.end('SIGKILL'));
  await nats.start();
  const address = { url: nats.urlOf(ADMIN), ca: undefined };
  await provisionNats({ address, users: declarable(natsUsers), limits: { replicas: 1, days: 1, bytes: -1 } });
  return nats;
}

async function clusterProgram(): Promise<string> {
  // Older servers do not sync what they acknowledge.
  const program = await findClusterNats();
  if (program === undefined) throw new Error('NATS 2.11 is needed');
  return program;
}
