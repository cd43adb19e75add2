import { SERVICES } from '../../../test/support/process/service-process.ts';

export { SERVICES };
export type Service = (typeof SERVICES)[number];

/** A process of a service. The first process has the name of the service. */
export type Replica = Service | `${Service}-2`;

/** The gateways that share the requests at the start. */
export const GATEWAYS = ['gateway-1', 'gateway-2'] as const;
export type Gateway = `gateway-${number}`;

/** Every process, and the console, which runs only when it is needed. */
export type Part = Replica | Gateway | 'console';

export function isGateway(part: Part): part is Gateway {
  return part.startsWith('gateway-');
}

/** The service that a process belongs to. */
export function serviceOf(replica: Replica): Service {
  return replica.replace(/-2$/, '') as Service;
}
