import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { DataDirectory } from '../data-directory.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { until } from '../until.ts';
import { copyAll, copyRunningCluster } from './copy-cluster.ts';
import { type DeployedCluster, deployedCluster, synchronousStandbys } from './deployed-cluster.ts';
import { Instance, passwordIn } from './instance.ts';

/**
 * PostgreSQL as in `deploy/postgres/cluster.yaml`: a primary with standbys, and an address that always leads to the
 * current primary. The test plays the operator: failover and switchover happen here in the operator's order.
 */
export class ReplicatedPostgres {
  readonly instances: readonly Instance[];
  readonly #data: DataDirectory;
  readonly #proxy: TcpProxy;
  readonly #deployed: DeployedCluster;
  #primary: Instance;

  private constructor(data: DataDirectory, instances: readonly Instance[], deployed: DeployedCluster, proxy: TcpProxy) {
    this.#data = data;
    this.instances = instances;
    this.#deployed = deployed;
    this.#proxy = proxy;
    this.#primary = instances[0] as Instance;
  }

  /** Starts primary and standbys, with empty databases with these names. */
  static async start(databases: readonly string[]): Promise<ReplicatedPostgres> {
    const data = await DataDirectory.make();
    const first = await startEmbeddedPostgres({ dataDir: data.path, durable: false });
    await first.ensureDatabases(databases);
    await first.stop();
    const deployed = await deployedCluster();
    const names = Array.from({ length: deployed.instances }, (_, index) => `postgres_${index + 1}`);
    // These servers simulate no machine failure: a killed process loses nothing it has written.
    const settings = {
      ...deployed.parameters,
      synchronous_standby_names: synchronousStandbys(deployed, names),
      ...{ max_connections: '200', shared_buffers: '64MB', wal_keep_size: '512MB' },
      ...{ fsync: 'off', full_page_writes: 'off', timezone: 'UTC', log_timezone: 'UTC', jit: 'off' },
    };
    const password = await passwordIn(data.path);
    const instances: Instance[] = [];
    for (const name of names) {
      const cluster = join(data.dataPath, name);
      await copyAll(join(data.dataPath, 'cluster'), cluster);
      instances.push(new Instance({ name, cluster, port: await findFreePort(null), password, settings }));
    }
    const proxy: TcpProxy = await TcpProxy.to(() => servers.primary.port);
    const servers = new ReplicatedPostgres(data, instances, deployed, proxy);
    await Promise.all(servers.standbys.map((standby) => standby.follow(servers.primary)));
    await Promise.all(instances.map((instance) => instance.start()));
    await servers.#untilFollowed();
    return servers;
  }

  get primary(): Instance {
    return this.#primary;
  }

  /** All others, running or not. */
  get standbys(): Instance[] {
    return this.instances.filter((instance) => instance !== this.#primary);
  }

  /** The superuser's URL of a database, by the address that stays the same when the primary changes. */
  urlOfService(database: string): string {
    const url = new URL(this.#primary.url(database));
    url.port = String(this.#proxy.port);
    return url.href;
  }

  /**
   * Promotes the standby with the most WAL, once none receives from the old primary any more. Throws if so few standbys
   * run that none of them may have a committed transaction.
   */
  async failOver(): Promise<void> {
    const old = this.#primary;
    const candidates = this.standbys.filter(({ isRunning }) => isRunning);
    const { number } = this.#deployed.synchronous;
    if (candidates.length + number <= this.standbys.length) throw new Error('too few standbys run for a failover');
    await Promise.all(candidates.map((candidate) => candidate.follow(null)));
    const positions = await Promise.all(
      candidates.map(async (candidate) => {
        const receivesNothing = '(SELECT count(*) = 0 FROM pg_stat_wal_receiver)';
        const hearsNothing = () => candidate.one<boolean>(receivesNothing);
        await until(`the end of what ${candidate.name} hears`, hearsNothing, 60_000);
        return { candidate, position: BigInt((await candidate.one<string>(RECEIVED)) ?? 0) };
      }),
    );
    const [best] = positions.sort((one, other) => (one.position < other.position ? 1 : -1));
    if (!best) throw new Error('there is no standby');
    await best.candidate.one('pg_promote(true, 60)');
    this.#primary = best.candidate;
    const others = candidates.filter((candidate) => candidate !== best.candidate && candidate !== old);
    await Promise.all(others.map((other) => other.follow(this.#primary)));
  }

  /** Shuts the primary down cleanly, promotes a standby, and has the old primary follow it. */
  async switchOver(): Promise<void> {
    const old = this.#primary;
    await old.shutDown();
    await this.failOver();
    await old.follow(this.#primary);
    await old.start();
  }

  /** Turns each instance that is not a standby into one, from the primary, and waits until all follow it. */
  async restoreStandbys(): Promise<void> {
    const gone = this.standbys.filter(({ isRunning }) => !isRunning);
    for (const instance of gone) {
      await rm(instance.cluster, { recursive: true });
      await copyRunningCluster(this.#primary.url('postgres'), this.#primary.cluster, instance.cluster);
      await instance.follow(this.#primary);
      await instance.start();
    }
    await this.#untilFollowed();
  }

  async stop(): Promise<void> {
    await this.#proxy.close();
    await Promise.all(this.instances.map((instance) => instance.kill()));
    await this.#data.remove();
  }

  async #untilFollowed(): Promise<void> {
    const following = "(SELECT count(*)::int FROM pg_stat_replication WHERE state = 'streaming')";
    const all = this.standbys.length;
    await until(`${all} standbys`, async () => (await this.#primary.one<number>(following)) === all, 60_000);
  }
}

/** How much of the primary's WAL a standby has, in bytes. */
const RECEIVED =
  "pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::numeric(30)::text";
