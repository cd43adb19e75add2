import { lookup, Resolver } from 'node:dns/promises';
import { NameNotResolved } from './not-sent.ts';

/** All addresses of a host name. @throws NameNotResolved */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Queries name servers directly. The system's resolver runs four look-ups at a time for the whole process, so a few
 * names with silent servers would delay all others.
 * @param servers `address:port`; the system's if absent
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

/** Uses the system's resolver, which also knows the machine's own names: for development. */
export const systemNames: ResolveName = async (name) => {
  const found = await lookup(name, { all: true }).catch(() => []);
  if (found.length === 0) throw new NameNotResolved(name);
  return found.map(({ address }) => address);
};
