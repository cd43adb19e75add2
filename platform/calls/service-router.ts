import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { serviceOf } from '../core/access.ts';
import type { Router, Transport } from './caller.ts';
import { PlacedTransport, type ServerOf } from './placed-transport.ts';
import type { LinkCounts, RemoteTransport } from './remote-transport.ts';

/** The route to one service. */
export interface Route {
  readonly transport: Transport;
  isReady(): Promise<boolean>;
  /** Whether its database cannot write because the disk is full, if the route knows it. */
  isDiskFull?(): Promise<boolean>;
}

/** Why a service does not work, or only in part. */
export type ServiceProblem = 'not_ready' | 'disk_full';

/**
 * The routes to all services, in this process or at an address. An RPC belongs to the service in its proto package. A
 * service on several servers has a route to each, `timetracking` and `timetracking@b`.
 */
export class ServiceRouter implements Router {
  readonly #routes = new Map<string, Route>();
  readonly #placed = new Map<string, Transport>();

  add(service: string, route: Route): void {
    this.#routes.set(service, route);
  }

  /** Lets calls to a service go to the server with the rows of their institution. @param transports by server */
  place(service: string, transports: ReadonlyMap<string, Transport>, serverOf: ServerOf): void {
    if (transports.size > 1) this.#placed.set(service, new PlacedTransport(transports, serverOf));
  }

  transportOf(method: DescMethodUnary): Transport {
    const service = serviceOf(method);
    const placed = this.#placed.get(service);
    if (placed) return placed;
    const route = this.#routes.get(service);
    if (!route) throw new ConnectError(`no route to the service ${service}`, Code.Unavailable);
    return route.transport;
  }

  /** The links to services in other processes, if known, by service. */
  get links(): ReadonlyMap<string, LinkCounts> {
    const links = new Map<string, LinkCounts>();
    for (const [service, { transport }] of this.#routes) {
      const { link } = transport as Partial<RemoteTransport>;
      if (link) links.set(service, link);
    }
    return links;
  }

  /** The problems of services by name; empty if there are none. */
  async problems(): Promise<Readonly<Record<string, ServiceProblem>>> {
    const found = await Promise.all(
      [...this.#routes].map(async ([service, route]) => [service, await problemOf(route)] as const),
    );
    return Object.fromEntries(found.filter(([, problem]) => problem !== undefined)) as Record<string, ServiceProblem>;
  }
}

async function problemOf(route: Route): Promise<ServiceProblem | undefined> {
  const [isReady, isDiskFull] = await Promise.all([route.isReady(), route.isDiskFull?.()]);
  if (!isReady) return 'not_ready';
  return isDiskFull ? 'disk_full' : undefined;
}
