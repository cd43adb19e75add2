import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { deleteFeed, lockFeed } from '../store/calendar-feeds.ts';

/** DELETE /calendar-feeds/{id}: its token is invalid from the commit on. */
export const revokeCalendarFeed = command(CalendarFeedService.method.revokeCalendarFeed, {
  async run(tx, { id, precondition }, { actor }) {
    const feed = (await lockFeed(tx, actor, id)) ?? refuse('CALENDAR_FEED_NOT_FOUND');
    requireRevision(precondition, feed.revision);
    deleteFeed(tx, actor, feed.id);
    return { response: {} };
  },
});
