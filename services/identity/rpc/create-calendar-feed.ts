import type { Call } from '../../../platform/calls/caller.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import {
  CalendarFeedService,
  type CreateCalendarFeedRequest,
} from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { type CalendarFeedState, type CalendarScope, scopeOf, unknownTarget } from '../domain/calendar-feed.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret } from '../domain/secrets.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { calendarFeedMessage, insertFeed } from '../store/calendar-feeds.ts';

/**
 * POST /calendar-feeds. Only the hash of the token is stored: the response is the only place where the token appears.
 */
export const createCalendarFeed = command(CalendarFeedService.method.createCalendarFeed, {
  async prepare(request, { call }) {
    const scope = requestedScope(request);
    if (!(await targetExists(call, scope))) refuse('REFERENCE_INVALID', { violations: [unknownTarget(scope)] });
    return scope;
  },
  async run(tx, request, { actor, now, newId, runtime, prepared: scope }) {
    const token = runtime.ids.newSecret();
    const feed: CalendarFeedState = {
      id: newId(),
      name: present(request.feed, 'feed').name,
      calendarOf: scope.of,
      targetId: scope.id,
      integrationId: actor.kind === 'integration' ? actor.integrationId : null,
      createdAt: toInstantText(now),
      revision: newId(),
    };
    insertFeed(tx, actor, feed, hashSecret(token));
    return { response: { feed: calendarFeedMessage(feed), token } };
  },
});

function requestedScope({ feed }: CreateCalendarFeedRequest): CalendarScope {
  const { of, id } = scopeOf(present(feed?.calendar, 'calendar'));
  return { of, id: id.toLowerCase() };
}

/** Whether the calendar's target exists and is not archived. */
async function targetExists(call: Call, { of, id }: CalendarScope): Promise<boolean> {
  if (of === 'organizer' || of === 'user') return (await activeUser(call, id)) !== null;
  const targets =
    of === 'room'
      ? (await call(RoomService.method.batchGetRooms, { ids: [id] })).rooms
      : (await call(CourseService.method.batchGetCourseLayers, { courseIds: [id] })).layers.map(({ course }) => course);
  return targets.some((target) => target?.isArchived === false);
}
