import type { Call } from '../calls/caller.ts';
import type { IdentityIssuer } from '../calls/identity/identity-issuer.ts';
import type { OidcOperators } from '../calls/identity/oidc-operators.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Clock } from '../core/clock.ts';
import type { DomainEvent } from '../core/event.ts';
import type { Ids } from '../core/ids.ts';
import type { Tracer } from '../core/spans.ts';
import type { Database } from '../data/database.ts';
import type { ErasureJournal } from '../data/erasure/journal.ts';
import type { Logger } from '../observability/log.ts';

/** Everything that a running service's operations use. */
export interface Runtime {
  readonly service: string;
  /** The values of the variables that the service declares for itself. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Signs identities; only in identity. */
  readonly issuer?: IdentityIssuer | undefined;
  /**
   * Recognises operators by the tokens of an OpenID provider; only in identity, and only with a provider configured.
   */
  readonly oidcOperators?: OidcOperators | undefined;
  /** The servers of all institutions that were ever moved. */
  readonly placements: { readonly servers: ReadonlyMap<string, string> };
  /** Undefined where nobody can be erased. */
  readonly journal?: ErasureJournal | undefined;
  /** Undefined without tracing. */
  readonly tracer?: Tracer | undefined;
  /** Calls another service on behalf of the given context. */
  call(context: CallContext): Call;
  /** Called right after a commit, in this process only: invalidates caches and wakes the relay. */
  committed(events: readonly DomainEvent[]): void;
}

/** One instance per service, such as a cache: created at first use and kept as long as the service runs. */
export function perService<T>(create: (runtime: Runtime) => T): (runtime: Runtime) => T {
  const made = new WeakMap<Runtime, T>();
  return (runtime) => made.getOrInsertComputed(runtime, create);
}
