import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** A host name or address, with the port of a service. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Finds all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** All addresses of a name from the system's resolver, of both families. */
export const resolveByDns: Resolve = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/**
 * Parses targets: `orders:9090`, `dns:///orders:9090`, `[::1]:9090`, several separated by commas. Throws an Error whose
 * message completes "NAME …".
 */
export function parseTargets(text: string): readonly Target[] {
  return text.split(',').map((part) => {
    const bare = part.trim().replace(/^(dns:\/\/\/|https?:\/\/)/, '');
    const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:/\s]+):(\d{1,5})$/.exec(bare) ?? [];
    if (host === undefined || Number(port) > 65_535) throw new Error('must be host:port, several separated by commas');
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
}

/** The addresses of targets in gRPC's notation, each with the name in its certificate. */
export async function addressesOf(targets: readonly Target[], resolve: Resolve): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    targets.map(async ({ host, port }) => {
      const addresses = isIP(host) ? [host] : await resolve(host);
      return addresses.map((address): [string, string] => [
        isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`,
        host,
      ]);
    }),
  );
  return new Map(found.flat());
}
