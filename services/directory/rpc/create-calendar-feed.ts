import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import {
  CalendarFeedService,
  type CreateCalendarFeedRequest,
} from '../../../proto/gen/lyceum/directory/v1/calendar_feed_pb.ts';
import { type CalendarFeedState, type CalendarScope, scopeOf, unknownTarget } from '../domain/calendar-feed.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret } from '../domain/secrets.ts';
import { calendarFeedMessage, insertFeed } from '../store/calendar-feeds.ts';
import { findCourse } from '../store/courses.ts';
import { findUser } from '../store/users.ts';

/**
 * POST /calendar-feeds. Only the hash of the token is stored: the response is the only place where the token appears.
 */
export const createCalendarFeed = command(CalendarFeedService.method.createCalendarFeed, {
  async prepare(request, { actor, runtime }) {
    const scope = requestedScope(request);
    return { scope, exists: await targetExists(runtime.db, actor, scope, request.roomExists) };
  },
  async run(tx, request, { actor, now, newId, runtime, prepared: { scope, exists } }) {
    if (!exists) refuse('REFERENCE_INVALID', { violations: [unknownTarget(scope)] });
    const token = runtime.ids.newSecret();
    const feed: CalendarFeedState = {
      id: newId(),
      name: present(request.feed, 'feed').name,
      calendarOf: scope.of,
      targetId: scope.id.toLowerCase(),
      integrationId: actor.kind === 'integration' ? actor.integrationId : null,
      createdAt: toInstantText(now),
      revision: newId(),
    };
    insertFeed(tx, actor, feed, hashSecret(token));
    return { response: { feed: calendarFeedMessage(feed), token } };
  },
});

function requestedScope({ feed }: CreateCalendarFeedRequest): CalendarScope {
  return scopeOf(present(feed?.calendar, 'calendar'));
}

/** Whether the calendar's target exists and is not archived. */
async function targetExists(db: Reader, actor: TenantActor, { of, id }: CalendarScope, roomExists: boolean) {
  if (of === 'room') return roomExists && isUuid(id);
  const found = await (of === 'course' ? findCourse(db, actor, id) : findUser(db, actor, id));
  return found?.isArchived === false;
}
