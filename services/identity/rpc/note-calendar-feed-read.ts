import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { hashSecret } from '../domain/secrets.ts';
import { noteRead } from '../store/calendar-feed-reads.ts';

/** A gateway tells of a read aside, so that no calendar program waits for the write or fails with it. */
export const noteCalendarFeedRead = command(CalendarFeedService.method.noteCalendarFeedRead, {
  async run(tx, { token }, { now }) {
    noteRead(tx, hashSecret(token), toInstantText(now));
    return { response: {} };
  },
});
