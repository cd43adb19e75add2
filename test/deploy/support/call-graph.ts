import { GATEWAY_PEERS } from '../../../gateway/config.ts';
import { services } from '../../../installation/services.ts';

/** Whom each process calls: what its entry takes its variables and its connections from. */
export function callGraph(): Map<string, string[]> {
  const graph = new Map(services.map(({ name, calls = [] }) => [name, calls.toSorted()]));
  return graph.set('gateway', GATEWAY_PEERS.toSorted());
}
