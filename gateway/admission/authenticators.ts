import type { Clock } from '../../platform/core/clock.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { AnonymousCallerOptions } from './anonymous-caller.ts';
import { Authenticator } from './authenticator.ts';
import { readBasic } from './basic-credentials.ts';
import { feedLookUp } from './feed-look-up.ts';
import { readFeedToken } from './feed-token.ts';
import { integrationLookUp } from './integration-look-up.ts';
import { CREDENTIAL_EVENTS } from './nats-user.ts';
import { readSyncToken } from './sync-token.ts';

/** Authenticates requests, by the kind of credentials that they present. */
export interface Authenticators {
  /** Basic authentication of an integration. */
  readonly authenticator: Authenticator;
  /** The token of a calendar feed. */
  readonly feedAuthenticator: Authenticator;
  /** The token of a directory sync. */
  readonly syncAuthenticator: Authenticator;
}

const CREDENTIALS_TTL_MS = 5_000;
/**
 * How long cached credentials are accepted while identity is unavailable. No change of credentials takes longer than
 * this to take effect, whatever else is down.
 */
const CREDENTIALS_GRACE_MS = 15_000;
const MAX_CREDENTIALS = 10_000;

/** The authenticators of a gateway, which drop entries that an event makes stale, until `unsubscribe`. */
export async function openAuthenticators(
  calls: AnonymousCallerOptions,
  { clock, bus }: { readonly clock: Clock; readonly bus: EventBus },
): Promise<{ readonly authenticators: Authenticators; unsubscribe(): Promise<void> }> {
  const cacheOptions = { clock, ttlMs: CREDENTIALS_TTL_MS, graceMs: CREDENTIALS_GRACE_MS };
  const authenticator = new Authenticator({
    ...cacheOptions,
    read: readBasic,
    lookUp: integrationLookUp(calls, { isDirectorySync: false }),
    maxEntries: MAX_CREDENTIALS,
  });
  const syncAuthenticator = new Authenticator({
    ...cacheOptions,
    read: readSyncToken,
    lookUp: integrationLookUp(calls, { isDirectorySync: true }),
  });
  const feedAuthenticator = new Authenticator({
    ...cacheOptions,
    read: readFeedToken,
    lookUp: feedLookUp({ ...calls, clock }),
  });
  const forget = () => {
    authenticator.forget();
    syncAuthenticator.forget();
  };
  const unsubscribe = await bus.listen({
    name: 'gateway.credentials',
    types: CREDENTIAL_EVENTS,
    handle: async () => forget(),
    missed: forget,
  });
  return { authenticators: { authenticator, feedAuthenticator, syncAuthenticator }, unsubscribe };
}
