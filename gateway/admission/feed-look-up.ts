import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { detached } from '../../platform/core/call-scope.ts';
import { type Clock, isYounger } from '../../platform/core/clock.ts';
import { present } from '../../platform/core/present.ts';
import { CalendarFeedService } from '../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { type AnonymousCallerOptions, anonymousCaller } from './anonymous-caller.ts';
import type { AuthenticatorOptions } from './authenticator.ts';
import { scopeOf } from './feed-calendar.ts';
import { hintOf } from './known-client.ts';

interface FeedLookUpOptions extends AnonymousCallerOptions {
  readonly clock: Clock;
}

/** How long after a noted read of a feed further reads are not noted. */
const NOTED_FOR_MS = 5 * 60 * 1_000;

/**
 * Asks identity which calendar feed has a token. All feeds of an integration share one rate limit, so that more feeds
 * do not allow more requests. For slots and queues, all feeds of an institution count as one client. Both are apart
 * from the integrations' own, so leaked feed URLs take nothing from them.
 */
export function feedLookUp(options: FeedLookUpOptions): AuthenticatorOptions['lookUp'] {
  /** When a read of each feed was noted last. */
  const noted = new LRUCache<string, number>({ max: 10_000 });
  const noteRead = (feedId: string, token: string) => {
    const now = options.clock.now();
    if (isYounger(noted.get(feedId) ?? -Infinity, now, NOTED_FOR_MS)) return;
    noted.set(feedId, now);
    // Not awaited. If it fails, a later read is noted.
    detached(() =>
      anonymousCaller(options)(CalendarFeedService.method.noteCalendarFeedRead, { token }).catch(() =>
        noted.delete(feedId),
      ),
    );
  };
  return async (_hash, token) => {
    const call = anonymousCaller(options);
    const { identity } = await call(CalendarFeedService.method.authenticateCalendarFeed, { token });
    if (!identity) return { identity: null, liveSecrets: [] };
    const { feedId, institutionId, integrationId = 'operators', movedTo } = identity;
    if (movedTo === undefined) noteRead(feedId, token);
    const scope = scopeOf(present(identity.calendar, 'calendar'));
    const actor = Object.freeze({ kind: 'feed', institutionId, feedId, scope } as const);
    const client = `${institutionId}/${integrationId}/feeds`;
    const tenant = { institutionId, integrationId: 'calendar feeds' };
    return {
      identity: Object.freeze({ actor, token: identity.token, client, tenant, movedTo }),
      liveSecrets: [hintOf(hash('sha256', token, 'buffer'))],
    };
  };
}
