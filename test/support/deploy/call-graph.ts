import { CONSOLE_PEERS } from '../../../console/config.ts';
import { services } from '../../../deploy/installation/services.ts';
import { GATEWAY_PEERS } from '../../../gateway/endpoint/gateway-peers.ts';

/** The services each process calls, from the lists its entry point uses for variables and connections. */
export function callGraph(): Map<string, string[]> {
  const graph = new Map(services.map(({ name, calls = [] }) => [name, calls.toSorted()]));
  return graph.set('gateway', GATEWAY_PEERS.toSorted()).set('console', CONSOLE_PEERS.toSorted());
}
