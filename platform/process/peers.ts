import type { ChannelCredentials } from '@grpc/grpc-js';
import { parseTargets } from '../../libraries/grpc-mux/index.ts';
import { muxTransport } from '../calls/mux-transport.ts';
import type { ServerOf } from '../calls/placed-transport.ts';
import { isRemoteDiskFull, isRemoteReady } from '../calls/remote-health.ts';
import type { RemoteTransport } from '../calls/remote-transport.ts';
import type { ServiceRouter } from '../calls/service-router.ts';
import type { Variable } from '../core/config/config.ts';
import { FIRST_SERVER, nameAt, SERVER_NAME } from '../data/placements.ts';
import type { Logger } from '../observability/log.ts';

/** The variable for a service's gRPC address: `DIRECTORY_URL`. */
export function peerVariable(service: string): string {
  return `${service.toUpperCase()}_URL`;
}

/**
 * The variables for other services' addresses: `host:port`, `dns:///host:port`, or several, separated by commas. Those
 * of the processes on another server follow its name, after a space: `host:port b=host:port`.
 */
export function peerVariables(services: readonly string[]): Record<string, Variable<string>> {
  return Object.fromEntries(
    services.map((service) => [
      peerVariable(service),
      {
        description: `gRPC address of ${service}, host:port`,
        allowed: 'host:port, dns:///host:port, several with commas; of another server: b=host:port after a space',
        parse(value) {
          for (const targets of byServer(value).values()) parseTargets(targets);
          return value;
        },
      },
    ]),
  );
}

interface PeerOptions {
  /** Our own certificate, and the authority we trust; without them calls are not encrypted. */
  readonly credentials?: ChannelCredentials | undefined;
  readonly log?: Logger;
  /** The server with the rows of an institution, as far as this process knows. */
  readonly serverOf?: ServerOf;
}

/** Adds a route to each of the services; returns what to close at the end with {@link closeAll}. */
export function peersFrom(
  services: readonly string[],
  config: Readonly<Record<string, string>>,
  router: ServiceRouter,
  { credentials, log, serverOf = () => FIRST_SERVER }: PeerOptions = {},
): RemoteTransport[] {
  return services.flatMap((service) => {
    const transports = new Map<string, RemoteTransport>();
    for (const [server, targets] of byServer(config[peerVariable(service)] ?? '')) {
      const name = nameAt(service, server);
      const transport = muxTransport({
        targets: parseTargets(targets),
        credentials,
        onUnreachable: (address, fault) => log?.warn({ service: name, address, fault }, 'a service cannot be reached'),
      });
      router.add(name, {
        transport,
        isReady: () => isRemoteReady(transport, service),
        isDiskFull: () => isRemoteDiskFull(transport, service),
      });
      transports.set(server, transport);
    }
    router.place(service, transports, serverOf);
    return [...transports.values()];
  });
}

/** The targets of a service by server. Throws for one that is named twice, or not well. */
export function byServer(value: string): ReadonlyMap<string, string> {
  const servers = new Map<string, string>();
  for (const part of value.trim().split(/\s+/)) {
    const { server = FIRST_SERVER, targets = '' } = NAMED.exec(part)?.groups ?? { targets: part };
    if (servers.has(server)) throw new Error(`has "${part}", but the server was named before`);
    servers.set(server, targets);
  }
  if (!servers.has(FIRST_SERVER)) throw new Error('must begin with the address on the first server');
  return servers;
}

const NAMED = new RegExp(`^(?<server>${SERVER_NAME})=(?<targets>.*)$`);

export function closeAll(remotes: readonly RemoteTransport[]): void {
  for (const remote of remotes) remote.close();
}
