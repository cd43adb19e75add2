import type { Connection } from '../connection.ts';
import { TryAgainLater } from '../failure.ts';
import { SERVICES } from '../service-names.ts';

/** Throws TryAgainLater if a service does not answer: it could not end what it has begun. @param done such as `frozen` */
export async function requireAllServing(connection: Connection, done: string): Promise<void> {
  for (const service of SERVICES)
    if (!(await connection.isServing(service, ANSWER_MS).catch(() => false)))
      throw new TryAgainLater(`Nothing is ${done}: ${service} does not answer. See "lyceum status".`);
}

const ANSWER_MS = 4_000;
