import type { ServiceRouter } from '../../calls/service-router.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';

/** Adds the ways from a service, or the gateway, to services in other processes. */
export function measureLinks(metrics: Metrics, service: string, router: ServiceRouter): void {
  metrics.addCounts({
    families: ['lyceum_rpc_client_retries_total', 'lyceum_rpc_client_addresses'],
    read(put) {
      for (const [target, { retries, addresses }] of router.links) {
        put('lyceum_rpc_client_retries_total', { service, target }, retries);
        for (const [state, count] of Object.entries(addresses))
          put('lyceum_rpc_client_addresses', { service, target, state }, count);
      }
    },
  });
}
