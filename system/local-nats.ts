import { join } from 'node:path';
import { type Environment, readConfig } from '../services/chassis/config/config.ts';
import { findFreePort } from '../services/chassis/embedded-postgres/free-port.ts';
import { writeAtomically } from '../services/chassis/embedded-postgres/write-atomically.ts';
import type { Logger } from '../services/chassis/log.ts';
import { ADMIN } from '../services/chassis/nats/nats-user.ts';
import { natsLimitVariables, streamLimitsOf } from '../services/chassis/nats/nats-variables.ts';
import { provisionNats } from '../services/chassis/nats/provision.ts';
import { startNatsServer } from '../services/chassis/nats-server/start-nats-server.ts';
import { supervise } from '../services/chassis/supervise.ts';
import { developmentNatsPasswords } from './nats-passwords.ts';
import { natsUsers } from './nats-users.ts';

interface Options {
  readonly environment: Environment;
  /** The server's program, as findNatsServer gives it. */
  readonly program: string;
  /** Must be ours. */
  readonly dataDir: string;
  readonly log: Logger;
}

/** NATS for processes of this machine. */
export interface LocalNats {
  /** Where it is, for a process, with its user and password. */
  urlOf(user: string): string;
  /** The file that holds the address for the command line, for its owner alone. */
  readonly operatorUrlFile: string;
  stop(): Promise<void>;
}

/** Starts a NATS server in the data directory, with accounts as in production, and keeps it running. */
export async function openNats({ environment, program, dataDir, log }: Options): Promise<LocalNats> {
  const limits = streamLimitsOf(readConfig(natsLimitVariables, environment));
  const directory = join(dataDir, 'nats');
  const options = {
    program,
    directory,
    port: await findFreePort(PREFERRED_PORT),
    users: natsUsers,
    passwords: await developmentNatsPasswords(directory, natsUsers),
  };
  const launch = () => startNatsServer(options);
  const server = await launch();
  const supervisor = supervise('NATS', server, launch, log);
  const stop = () => supervisor.stop();
  try {
    await provisionNats({ place: { url: server.urlOf(ADMIN) }, users: natsUsers, limits });
    const operatorUrlFile = join(directory, 'operator-url');
    await writeAtomically(operatorUrlFile, server.urlOf('operator'), 0o600);
    log.info({ port: options.port, directory }, 'NATS is running');
    return { urlOf: (user) => server.urlOf(user), operatorUrlFile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const PREFERRED_PORT = 4222;
