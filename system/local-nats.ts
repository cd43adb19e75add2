import { join } from 'node:path';
import { type Environment, readConfig } from '../services/chassis/config/config.ts';
import { findFreePort } from '../services/chassis/embedded-postgres/free-port.ts';
import type { Logger } from '../services/chassis/log.ts';
import { natsVariables } from '../services/chassis/nats/nats-variables.ts';
import { findNatsServer } from '../services/chassis/nats-server/find-nats-server.ts';
import { startNatsServer } from '../services/chassis/nats-server/start-nats-server.ts';
import { supervise } from '../services/chassis/supervise.ts';

interface Options {
  readonly environment: Environment;
  readonly dataDir: string;
  readonly log: Logger;
}

/** NATS for processes of this machine: the server that NATS_URL names, else one of our own in the data directory, kept running. */
export async function openNats({
  environment,
  dataDir,
  log,
}: Options): Promise<{ url: string; stop(): Promise<void> }> {
  const { NATS_URL: url } = readConfig({ NATS_URL: natsVariables.NATS_URL }, environment);
  if (url !== undefined) return { url, stop: async () => undefined };
  const program = await findNatsServer(environment, log);
  const directory = join(dataDir, 'nats');
  const port = await findFreePort(PREFERRED_PORT);
  const launch = () => startNatsServer({ program, directory, port });
  const server = await launch();
  const supervisor = supervise('NATS', server, launch, log);
  log.info({ port, directory }, 'NATS is running');
  return { url: server.url, stop: () => supervisor.stop() };
}

const PREFERRED_PORT = 4222;
