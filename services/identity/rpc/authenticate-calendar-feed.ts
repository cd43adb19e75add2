import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { feedCalendar } from '../domain/calendar-feed.ts';
import { hashSecret } from '../domain/secrets.ts';
import { findFeedByToken } from '../store/calendar-feeds.ts';

/**
 * The calendar that a token opens, with a signed identity for that calendar alone. A token that has ended counts as
 * unknown.
 */
export const authenticateCalendarFeed = query(
  CalendarFeedService.method.authenticateCalendarFeed,
  async (db, { token: shown }, { runtime }) => {
    const feed = await findFeedByToken(db, hashSecret(shown));
    if (!feed) return {};
    const { id: feedId, institutionId, integrationId } = feed;
    const scope = { of: feed.calendarOf, id: feed.targetId };
    const token = await present(runtime.issuer, 'issuer').issue({ kind: 'feed', institutionId, feedId, scope });
    return {
      identity: {
        ...{ feedId, institutionId, calendar: feedCalendar(scope), token },
        integrationId: integrationId ?? undefined,
      },
    };
  },
);
