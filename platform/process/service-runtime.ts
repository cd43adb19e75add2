import { callerOf, type Router } from '../calls/caller.ts';
import type { Runtime } from '../handler/runtime.ts';
import type { ServiceOptions } from './service-options.ts';

/** What of a service's options its operations use, and what the service has made of the others. */
interface Made
  extends Pick<ServiceOptions, 'configuration' | 'clock' | 'ids' | 'oidcOperators' | 'journal'>,
    Pick<Runtime, 'db' | 'log' | 'tracer' | 'issuer' | 'placements' | 'committed'> {
  readonly router: Router;
}

/** Everything that a running service's operations use. */
export function runtimeOf({ configuration = {}, router, ...made }: Made, service: string): Runtime {
  const { db, clock, ids, log, tracer, issuer, placements, oidcOperators, journal, committed } = made;
  return {
    ...{ service, configuration, db, clock, ids, log, tracer, issuer, placements, oidcOperators, journal, committed },
    // The key is this call's own: another service would claim it, too.
    call: (context) => callerOf(router, { ...context, idempotency: undefined }),
  };
}
