import { grpcTransport, type RemoteTransport } from '../rpc/grpc-transport.ts';
import { remoteHealth } from '../rpc/remote-health.ts';
import type { ServiceRouter } from '../rpc/service-router.ts';
import type { Variable } from './config.ts';
import { text } from './variables.ts';

/** The variable that says where a service answers gRPC: `DIRECTORY_URL`. */
export function peerVariable(service: string): string {
  return `${service.toUpperCase()}_URL`;
}

/** The variables that say where other services are: `dns:///directory:9090`, or `host:port`. */
export function peerVariables(services: readonly string[]): Record<string, Variable<string>> {
  return Object.fromEntries(
    services.map((service) => [
      peerVariable(service),
      text({ description: `where ${service} answers gRPC, host:port` }),
    ]),
  );
}

/** Adds a route to each of the services; returns what must be closed at the end, with {@link closeAll}. */
export function peersFrom(
  services: readonly string[],
  config: Readonly<Record<string, string>>,
  router: ServiceRouter,
): RemoteTransport[] {
  return services.map((service) => {
    const transport = grpcTransport((config[peerVariable(service)] ?? '').replace(/^https?:\/\//, ''));
    router.add(service, { transport, isReady: () => remoteHealth(transport, service) });
    return transport;
  });
}

export function closeAll(remotes: readonly RemoteTransport[]): void {
  for (const remote of remotes) remote.close();
}
