import { lookup, Resolver } from 'node:dns/promises';
import { NameNotResolved } from './send-failure.ts';

/** All addresses of a host name. @throws NameNotResolved */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks name servers itself. The system's resolver answers four questions at a time for the whole process, so that some names whose servers are silent
 * would hold up everybody's.
 * @param servers `address:port`; those of the system where there are none
 */
export function nameServers(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new NameNotResolved(name);
    return addresses;
  };
}

/** Asks the system, which knows the machine's own names too: for development. */
export const systemNames: ResolveName = async (name) => {
  const found = await lookup(name, { all: true }).catch(() => []);
  if (found.length === 0) throw new NameNotResolved(name);
  return found.map(({ address }) => address);
};
