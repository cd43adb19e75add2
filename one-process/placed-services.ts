import { PlacedTransport } from '../platform/calls/placed-transport.ts';
import type { ServedService } from '../platform/calls/served-methods.ts';
import { FIRST_SERVER } from '../platform/data/placements.ts';
import type { RunningService } from '../platform/process/service.ts';
import type { ServiceDefinition } from '../platform/process/service-definition.ts';

/** The services of a process: each one on the first server, and each placeable one on the others. */
export function placesOf(
  services: readonly ServiceDefinition[],
  servers: readonly string[],
): { readonly definition: ServiceDefinition; readonly server: string }[] {
  return services.flatMap((definition) =>
    [FIRST_SERVER, ...(definition.isPlaceable ? servers : [])].map((server) => ({ definition, server })),
  );
}

/** A service on all its servers. */
export class PlacedService {
  readonly name: string;
  readonly byServer: ReadonlyMap<string, RunningService>;
  readonly #first: RunningService;

  /** @param running the one on the first server comes first */
  constructor(running: readonly [RunningService, ...RunningService[]]) {
    [this.#first] = running;
    this.name = this.#first.definition.name;
    this.byServer = new Map(running.map((each) => [each.server, each]));
  }

  serverOf(institutionId: string): string {
    return this.#first.serverOf(institutionId);
  }

  /** What servers serve: calls go to where the rows of their institution are. It is ready if that on the first is. */
  served(): ServedService {
    const first = this.#first;
    if (this.byServer.size === 1) return first;
    const transport = new PlacedTransport(this.byServer, (institutionId) => this.serverOf(institutionId));
    return {
      definition: first.definition,
      runtime: first.runtime,
      invoke: (method, request, context) =>
        transport.invoke(method as Parameters<typeof transport.invoke>[0], request, context),
      isReady: () => first.isReady(),
      get isDiskFull() {
        return first.isDiskFull;
      },
    };
  }
}

/** Services with those of other servers. */
export function placedServices(running: readonly RunningService[]): PlacedService[] {
  const byName = Map.groupBy(running, ({ definition }) => definition.name);
  return [...byName.values()].map((each) => new PlacedService(each as [RunningService, ...RunningService[]]));
}
