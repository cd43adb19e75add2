import { join } from 'node:path';
import { natsUsers } from '../deploy/installation/nats-users.ts';
import { provisionNats } from '../deploy/nats/provision.ts';
import { findFreePort, supervise, writeAtomically } from '../libraries/embedded-postgres/index.ts';
import { type Environment, readConfig } from '../platform/core/config/config.ts';
import { ADMIN } from '../platform/events/nats/nats-user.ts';
import { natsLimitVariables, streamLimitsOf } from '../platform/events/nats/nats-variables.ts';
import type { Logger } from '../platform/observability/log.ts';
import { developmentNatsPasswords } from './nats-passwords.ts';
import { startNatsServer } from './nats-server/start-nats-server.ts';

interface Options {
  readonly environment: Environment;
  /** The server's program, from findNatsServer. */
  readonly program: string;
  /** Must be owned by this process. */
  readonly dataDir: string;
  readonly log: Logger;
}

/** A NATS server for processes on this machine. */
export interface LocalNats {
  /** Its address for a user, including the password. */
  urlOf(user: string): string;
  /** The file with the passwords of all users, readable only by its owner. */
  readonly passwordsFile: string;
  /** The file with the pid of the server. */
  readonly pidFile: string;
  /** The file with the address for the command line, readable only by its owner. */
  readonly operatorUrlFile: string;
  stop(): Promise<void>;
}

/** Starts a NATS server in the data directory, with accounts as in production, and keeps it running. */
export async function openNats({ environment, program, dataDir, log }: Options): Promise<LocalNats> {
  const limits = streamLimitsOf(readConfig(natsLimitVariables, environment));
  const directory = join(dataDir, 'nats');
  const passwordsFile = join(directory, PASSWORDS_FILE);
  const options = {
    program,
    directory,
    users: natsUsers,
    passwords: await developmentNatsPasswords(passwordsFile, natsUsers),
  };
  let port = await findFreePort(PREFERRED_PORT);
  const launch = () => startNatsServer({ ...options, port });
  const server = await launch().catch(async (error: unknown) => {
    // Another program may have taken the port since it was found free.
    if (port !== PREFERRED_PORT) throw error;
    port = await findFreePort(null);
    return launch();
  });
  const supervisor = supervise({ name: 'NATS', first: server, launchAgain: launch, log });
  const stop = () => supervisor.stop();
  try {
    const notes = await provisionNats({ address: { url: server.urlOf(ADMIN) }, users: natsUsers, limits });
    for (const note of notes) log.warn(note);
    const operatorUrlFile = join(directory, 'operator-url');
    await writeAtomically(operatorUrlFile, server.urlOf('operator'), 0o600);
    log.info({ port, directory }, 'NATS is running');
    const pidFile = join(directory, 'pid');
    return { urlOf: (user) => server.urlOf(user), passwordsFile, pidFile, operatorUrlFile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const PREFERRED_PORT = 4222;
const PASSWORDS_FILE = 'passwords.json';
