import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { serviceOf } from '../core/access.ts';
import type { Router, Transport } from './caller.ts';
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

/** The routes to all services, in this process or at an address. An RPC belongs to the service in its proto package. */
export class ServiceRouter implements Router {
  readonly #routes = new Map<string, Route>();

  add(service: string, route: Route): void {
    this.#routes.set(service, route);
  }

  transportOf(method: DescMethodUnary): Transport {
    const service = serviceOf(method);
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
