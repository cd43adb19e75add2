import { hash } from 'node:crypto';
import { present } from '../../platform/core/present.ts';
import { CalendarFeedService } from '../../proto/gen/lyceum/directory/v1/calendar_feed_pb.ts';
import { scopeOf } from '../calendar/feed-calendar.ts';
import { type AnonymousCallerOptions, anonymousCaller } from './anonymous-caller.ts';
import type { AuthenticatorOptions } from './authenticator.ts';
import { hintOf } from './known-client.ts';

/**
 * Asks directory which calendar feed has a token. Each feed has a rate limit of its own; places and turns are shared by all feeds of an institution as
 * by one client, apart from its integrations: leaked addresses take nothing from these.
 */
export function feedLookUp(options: AnonymousCallerOptions): AuthenticatorOptions['lookUp'] {
  return async (_hash, token) => {
    const call = anonymousCaller(options);
    const { identity } = await call(CalendarFeedService.method.authenticateCalendarFeed, { token });
    if (!identity) return { identity: null, liveSecrets: [] };
    const { feedId, institutionId } = identity;
    const calendar = scopeOf(present(identity.calendar, 'calendar'));
    const actor = Object.freeze({ kind: 'calendar', institutionId, feedId, calendar } as const);
    const client = `${institutionId}/${feedId}`;
    const tenant = { institutionId, integrationId: 'calendar feeds' };
    return {
      identity: Object.freeze({ actor, token: identity.token, client, tenant }),
      liveSecrets: [hintOf(hash('sha256', token, 'buffer'))],
    };
  };
}
