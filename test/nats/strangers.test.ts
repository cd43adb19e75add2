import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import type { ServerSettings } from '../../deploy/nats/accounts.ts';
import { findNatsServer } from '../../dev/nats-server/find-nats-server.ts';
import { newPasswords } from '../../dev/nats-server/passwords.ts';
import { startNatsServer } from '../../dev/nats-server/start-nats-server.ts';
import { findFreePort } from '../../libraries/embedded-postgres/free-port.ts';
import { natsServers } from '../../platform/events/nats/nats-link.ts';
import { IntegrationDeactivatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { Authority, type Certificate } from '../support/calls/certificates.ts';
import { projectRoot } from '../support/process/program.ts';
import { until } from '../support/until.ts';

const SUBJECT = `${IntegrationDeactivatedSchema.typeName}.institution`;
const ends: (() => Promise<unknown>)[] = [];
let authorities: Record<'own' | 'foreign', Authority>;
/** The settings of routes between servers in deploy/nats/values.yaml. */
let clusterTls: { enabled: boolean; merge: object };
beforeAll(async () => {
  authorities = { own: new Authority('nats'), foreign: new Authority('nats') };
  clusterTls = parse(await readFile(`${projectRoot}deploy/nats/values.yaml`, 'utf8')).config.cluster.tls;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => {
  for (const authority of Object.values(authorities)) authority.remove();
});

interface Server {
  readonly routePort: number;
  readonly clientPort: number;
  log(): Promise<string>;
  /** Connects a user and records everything it receives. */
  join(user: string): Promise<{ received: string[]; publish(text: string): Promise<void> }>;
}

/** A server with the accounts of production and generated passwords. */
async function start(settingsOf: (routePort: number, folder: string) => Promise<ServerSettings>): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
  ends.push(() => rm(directory, { recursive: true, force: true }));
  const [clientPort, routePort] = [await findFreePort(null), await findFreePort(null)];
  const server = await startNatsServer({
    program: await findNatsServer(process.env),
    directory,
    port: clientPort,
    users: natsUsers,
    passwords: newPasswords(natsUsers),
    settings: await settingsOf(routePort, directory),
  });
  ends.push(() => server.stop());
  return {
    routePort,
    clientPort,
    log: () => readFile(join(directory, 'nats-server.log'), 'utf8'),
    async join(user) {
      const connection = await connect(natsServers({ url: server.urlOf(user) }));
      ends.push(() => connection.close());
      const received: string[] = [];
      connection.subscribe('>', { callback: (_, message) => void received.push(message.string()) });
      await connection.flush();
      const publish = (text: string) => {
        connection.publish(SUBJECT, text);
        return connection.flush();
      };
      return { received, publish };
    },
  };
}

/**
 * A server of the cluster as the chart configures it from the values; or of a cluster whose routes require no
 * certificate.
 */
function member(routes: readonly number[], { tls = true } = {}) {
  return start(async (routePort, folder) => ({
    cluster: {
      name: 'nats',
      listen: `127.0.0.1:${routePort}`,
      routes: [routePort, ...routes].map((port) => `${tls ? 'tls' : 'nats'}://localhost:${port}`),
      ...(tls ? { tls: { ...(await filesOf(authorities.own.issue('localhost'), folder)), ...clusterTls.merge } } : {}),
    },
  }));
}

async function filesOf(certificate: Certificate, folder: string): Promise<Record<string, string>> {
  const files = { cert_file: 'GRPC_TLS_CERT', key_file: 'GRPC_TLS_KEY', ca_file: 'GRPC_TLS_CA' } as const;
  const written = Object.entries(files).map(async ([name, part]) => {
    const file = join(folder, `${name}.pem`);
    await writeFile(file, certificate[part]);
    return [name, file] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

/**
 * Publishes on each side repeatedly until both have received from the other, or until `gaveUp`; returns what each has
 * received.
 */
async function exchange(member: Server, rogue: Server, isOver: () => Promise<boolean>) {
  const [gateway, identity] = [await member.join('gateway'), await member.join('identity')];
  const [spy, forger] = [await rogue.join('gateway'), await rogue.join('identity')];
  await until('the end of the attempt', async () => {
    await identity.publish('genuine');
    await forger.publish('forged');
    const haveAll = [gateway, spy].every(({ received }) => received.includes('genuine') && received.includes('forged'));
    return haveAll || (await isOver());
  });
  await until('the genuine event', () => gateway.received.includes('genuine'));
  return { gateway: new Set(gateway.received), spy: new Set(spy.received) };
}

const never = async () => false;

describe('a server that wants to join', () => {
  it('exchanges messages with a certificate of our authority', async () => {
    expect(clusterTls).toMatchObject({ enabled: true, merge: { verify: true } });
    const first = await member([]);
    const { gateway, spy } = await exchange(first, await member([first.routePort]), never);
    expect([gateway, spy]).toEqual([new Set(['genuine', 'forged']), new Set(['genuine', 'forged'])]);
  });

  it('exchanges messages if routes require no certificate', async () => {
    const first = await member([], { tls: false });
    const { gateway } = await exchange(first, await member([first.routePort], { tls: false }), never);
    expect(gateway).toContain('forged');
  });

  it.each<[string, (routePort: number, victim: Server, folder: string) => Promise<ServerSettings>, RegExp]>([
    [
      'without TLS',
      async (port, victim) => ({
        cluster: { name: 'nats', listen: `127.0.0.1:${port}`, routes: [`nats://localhost:${victim.routePort}`] },
      }),
      /Router connection closed|Error trying to connect to route/,
    ],
    [
      'with a certificate of its own making',
      async (port, victim, folder) => ({
        cluster: {
          name: 'nats',
          listen: `127.0.0.1:${port}`,
          routes: [`tls://localhost:${victim.routePort}`],
          tls: { ...(await filesOf(authorities.foreign.issue('localhost'), folder)), insecure: true },
        },
      }),
      /TLS route handshake error|Router connection closed|remote error/,
    ],
    [
      'as a leaf node at the port of clients',
      async (_, victim) => ({ leafnodes: { remotes: [{ url: `nats-leaf://localhost:${victim.clientPort}` }] } }),
      /Leafnode connection closed|wrong port|Error trying to connect as leafnode/i,
    ],
    [
      'as a leaf node at the port of routes',
      async (_, victim) => ({ leafnodes: { remotes: [{ url: `nats-leaf://localhost:${victim.routePort}` }] } }),
      /Leafnode connection closed|wrong port|Error trying to connect as leafnode|Leafnode Error/i,
    ],
  ])('neither hears nor is heard %s', async (_, settings, refused) => {
    const first = await member([]);
    await member([first.routePort]);
    const rogue = await start((port, folder) => settings(port, first, folder));
    const { gateway, spy } = await exchange(first, rogue, async () => refused.test(await rogue.log()));
    expect([gateway, spy]).toEqual([new Set(['genuine']), new Set(['forged'])]);
  });
});
