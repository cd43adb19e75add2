import type { Connection } from '../connection.ts';
import { TryAgainLater } from '../failure.ts';
import { databaseAt, SERVICES } from '../service-names.ts';

interface Required {
  /** The server with the rows of the institution: what is on others does not matter. */
  readonly server: string;
  /** Such as `frozen`. */
  readonly done: string;
}

/** Throws TryAgainLater if a service does not answer: it could not end what it has begun. */
export async function requireAllServing(connection: Connection, { server, done }: Required): Promise<void> {
  for (const service of SERVICES) {
    // Services at one address answer for all servers.
    const name = connection.names.find((each) => each === databaseAt(service, server)) ?? service;
    if (!(await connection.isServing(name, ANSWER_MS).catch(() => false)))
      throw new TryAgainLater(`Nothing is ${done}: ${name} does not answer. See "lyceum status".`);
  }
}

const ANSWER_MS = 4_000;
