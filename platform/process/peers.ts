import type { ChannelCredentials } from '@grpc/grpc-js';
import { parseTargets } from '../../libraries/grpc-mux/index.ts';
import { muxTransport } from '../calls/mux-transport.ts';
import { isRemoteDiskFull, isRemoteReady } from '../calls/remote-health.ts';
import type { RemoteTransport } from '../calls/remote-transport.ts';
import type { ServiceRouter } from '../calls/service-router.ts';
import type { Variable } from '../core/config/config.ts';
import type { Logger } from '../observability/log.ts';

/** The variable for a service's gRPC address: `DIRECTORY_URL`. */
export function peerVariable(service: string): string {
  return `${service.toUpperCase()}_URL`;
}

/** The variables for other services' addresses: `host:port`, `dns:///host:port`, or several, separated by commas. */
export function peerVariables(services: readonly string[]): Record<string, Variable<string>> {
  return Object.fromEntries(
    services.map((service) => [
      peerVariable(service),
      {
        description: `gRPC address of ${service}, host:port`,
        allowed: 'host:port, dns:///host:port, several with commas',
        parse(value) {
          parseTargets(value);
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
}

/** Adds a route to each of the services; returns what to close at the end with {@link closeAll}. */
export function peersFrom(
  services: readonly string[],
  config: Readonly<Record<string, string>>,
  router: ServiceRouter,
  { credentials, log }: PeerOptions = {},
): RemoteTransport[] {
  return services.map((service) => {
    const targets = parseTargets(config[peerVariable(service)] ?? '');
    const transport = muxTransport({
      targets,
      credentials,
      onUnreachable: (address, fault) => log?.warn({ service, address, fault }, 'a service cannot be reached'),
    });
    router.add(service, {
      transport,
      isReady: () => isRemoteReady(transport, service),
      isDiskFull: () => isRemoteDiskFull(transport, service),
    });
    return transport;
  });
}

export function closeAll(remotes: readonly RemoteTransport[]): void {
  for (const remote of remotes) remote.close();
}
