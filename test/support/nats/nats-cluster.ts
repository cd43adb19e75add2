import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { ServerSettings } from '../../../deploy/nats/accounts.ts';
import { provisionNats } from '../../../deploy/nats/provision.ts';
import { type NatsPasswords, newPasswords } from '../../../dev/nats-server/passwords.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { EVENT_STREAM } from '../../../platform/events/event-stream.ts';
import { type NatsAddress, natsServers } from '../../../platform/events/nats/nats-link.ts';
import { ADMIN, type NatsUser } from '../../../platform/events/nats/nats-user.ts';
import { Authority } from '../calls/certificates.ts';
import { NatsMember } from './nats-member.ts';
import { declarable, withTls } from './nats-server.ts';

interface Options {
  /** The path of the servers' program. */
  readonly program: string;
  readonly users: readonly NatsUser[];
  /** How many of the servers start initially. */
  readonly up?: number;
}

interface Parts {
  readonly folder: string;
  readonly ca: string;
  readonly users: readonly NatsUser[];
  readonly members: readonly NatsMember[];
}

/**
 * Three NATS servers as in `deploy/nats`: one cluster, TLS for clients and between servers, JetStream on disk, the
 * accounts of the product. All three store each event and each count.
 */
export class TestNatsCluster {
  readonly members: readonly NatsMember[];
  /** The authority of the servers' certificates, PEM. */
  readonly ca: string;
  readonly #folder: string;
  readonly #users: readonly NatsUser[];

  private constructor({ folder, ca, users, members }: Parts) {
    this.#folder = folder;
    this.ca = ca;
    this.#users = users;
    this.members = members;
  }

  /** Starts the servers. If all of them start, also provisions what the users need. */
  static async start({ program, users, up = SERVERS }: Options): Promise<TestNatsCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
    const authority = new Authority('nats');
    const certificate = authority.issue('localhost');
    authority.remove();
    const tls = { cert_file: join(folder, 'cert.pem'), key_file: join(folder, 'key.pem') };
    const ca_file = join(folder, 'ca.pem');
    await writeFile(tls.cert_file, certificate.GRPC_TLS_CERT);
    await writeFile(tls.key_file, certificate.GRPC_TLS_KEY);
    await writeFile(ca_file, certificate.GRPC_TLS_CA);
    const routePorts = await freePorts();
    const routes = routePorts.map((port) => `tls://localhost:${port}`);
    const settings = (port: number, index: number): ServerSettings => ({
      // The other servers identify it by this name.
      server_name: nameOf(index),
      tls,
      // Clients are configured with the addresses, as with the name of a Service: the servers do not advertise each
      // other.
      cluster: {
        name: 'nats',
        listen: `127.0.0.1:${port}`,
        no_advertise: true,
        routes,
        tls: { ...tls, ca_file, verify: true },
      },
    });
    const passwords = newPasswords(users);
    const members = await membersOf({ program, folder, users, passwords, settings: routePorts.map(settings) });
    const cluster = new TestNatsCluster({ folder, ca: certificate.GRPC_TLS_CA, users, members });
    try {
      await Promise.all(members.slice(0, up).map((member) => member.start()));
      if (up === SERVERS) await cluster.provision();
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  /** All servers' addresses, for a user. */
  urlOf(user: string): string {
    return this.members.map((member) => withTls(member.urlOf(user))).join();
  }

  addressOf(user: string): NatsAddress {
    return { url: this.urlOf(user), ca: this.ca };
  }

  /** Provisions what the users need, retrying until the servers have elected a leader, like the job of a deployment. */
  async provision(): Promise<void> {
    const deadline = AbortSignal.timeout(FORMED_MS);
    for (;;) {
      try {
        return await this.provisionOnce();
      } catch (error) {
        if (deadline.aborted) throw error;
        await delay(POLL_INTERVAL_MS);
      }
    }
  }

  async provisionOnce(): Promise<void> {
    const limits = { replicas: SERVERS, days: 1, bytes: -1 };
    await provisionNats({ address: this.addressOf(ADMIN), users: declarable(this.#users), limits });
  }

  /** The index of the member that leads the event stream; undefined if there is no leader or no answer. */
  async leader(): Promise<number | undefined> {
    const [stream] = (await this.streams()).filter(({ config }) => config.name === EVENT_STREAM);
    const leader = this.members.findIndex((_, index) => nameOf(index) === stream?.cluster?.leader);
    return leader < 0 ? undefined : leader;
  }

  /** Whether each stream and bucket has a leader, and all replicas are current. */
  async isWhole(): Promise<boolean> {
    const streams = await this.streams();
    return (
      streams.length > 0 &&
      streams.every(({ cluster }) => {
        const replicas = cluster?.replicas ?? [];
        return Boolean(cluster?.leader) && replicas.length === SERVERS - 1 && replicas.every(isCurrent);
      })
    );
  }

  /** The state of the streams; empty while the servers do not answer. */
  async streams(): Promise<StreamInfo[]> {
    const options = { ...natsServers(this.addressOf(ADMIN)), timeout: REQUEST_TIMEOUT_MS, reconnect: false };
    const connection = await connect(options).catch(() => undefined);
    if (!connection) return [];
    try {
      const { streams } = await jetstreamManager(connection, { timeout: REQUEST_TIMEOUT_MS, checkAPI: false });
      return await Array.fromAsync(streams.list());
    } catch {
      return [];
    } finally {
      await connection.close();
    }
  }

  async remove(): Promise<void> {
    for (const member of this.members) await member.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function isCurrent({ current, offline }: { readonly current: boolean; readonly offline?: boolean }): boolean {
  return current && offline !== true;
}

/** The name of a server of the cluster, the same at every start: the others identify it by that. */
function nameOf(index: number): string {
  return `nats-${index}`;
}

async function membersOf({
  program,
  folder,
  users,
  passwords,
  settings,
}: {
  readonly program: string;
  readonly folder: string;
  readonly users: readonly NatsUser[];
  readonly passwords: NatsPasswords;
  readonly settings: readonly ServerSettings[];
}): Promise<NatsMember[]> {
  const ports = await freePorts();
  return Promise.all(
    settings.map(async (own, index) => {
      const directory = join(folder, nameOf(index));
      await mkdir(directory);
      const port = ports[index] ?? 0;
      return new NatsMember({ program, directory, port, users, passwords, settings: own });
    }),
  );
}

async function freePorts(): Promise<number[]> {
  const ports: number[] = [];
  for (let index = 0; index < SERVERS; index++) ports.push(await findFreePort(null));
  return ports;
}

const SERVERS = 3;
const FORMED_MS = 60_000;
const POLL_INTERVAL_MS = 100;
const REQUEST_TIMEOUT_MS = 1_000;
