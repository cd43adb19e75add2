import type { Ports } from '../../../test/support/process/service-process.ts';
import { TcpProxy } from '../../../test/support/tcp-proxy.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Proxies that can slow down links: from the gateways to services, and from a service to its database. */
export interface Proxies {
  readonly scheduling: TcpProxy;
  readonly timetracking: TcpProxy;
  readonly directoryDatabase: TcpProxy;
}

/** Starts them. The test scope stops them. @param ports of the services */
export async function startProxies(scope: TestScope, on: Infrastructure, ports: Ports): Promise<Proxies> {
  const proxyTo = async (portOf: () => number) => {
    const proxy = await TcpProxy.to(portOf);
    scope.onClear(() => proxy.close());
    return proxy;
  };
  return {
    scheduling: await proxyTo(() => ports.get('scheduling') ?? 0),
    timetracking: await proxyTo(() => ports.get('timetracking') ?? 0),
    directoryDatabase: await proxyTo(() => Number(new URL(on.databaseOf('directory').databaseUrl).port)),
  };
}
