import { join } from 'node:path';
import { type Environment, readConfig } from '../services/chassis/config/config.ts';
import { findFreePort } from '../services/chassis/embedded-postgres/free-port.ts';
import type { Logger } from '../services/chassis/log.ts';
import { natsVariables } from '../services/chassis/nats/nats-variables.ts';
import { findNatsServer } from '../services/chassis/nats-server/find-nats-server.ts';
import { startNatsServer } from '../services/chassis/nats-server/start-nats-server.ts';
import { supervise } from '../services/chassis/supervise.ts';

/** Where NATS comes from: a server that runs already, or the program of one. */
type NatsSource = { readonly url: string } | { readonly program: string };

/**
 * The NATS server that NATS_URL names, else the program of one. Starts nothing, so that a start that lacks it fails before it has begun.
 *
 * @throws {StartError} that says how to get one
 */
export async function findNats(environment: Environment): Promise<NatsSource> {
  const { NATS_URL: url } = readConfig({ NATS_URL: natsVariables.NATS_URL }, environment);
  return url === undefined ? { program: await findNatsServer(environment) } : { url };
}

/** NATS for processes of this machine: the server that runs already, else one of our own in the data directory, which must be ours, kept running. */
export async function openNats(
  source: NatsSource,
  dataDir: string,
  log: Logger,
): Promise<{ url: string; stop(): Promise<void> }> {
  if ('url' in source) return { url: source.url, stop: async () => undefined };
  const { program } = source;
  const directory = join(dataDir, 'nats');
  const port = await findFreePort(PREFERRED_PORT);
  const launch = () => startNatsServer({ program, directory, port });
  const server = await launch();
  const supervisor = supervise('NATS', server, launch, log);
  log.info({ port, directory }, 'NATS is running');
  return { url: server.url, stop: () => supervisor.stop() };
}

const PREFERRED_PORT = 4222;
