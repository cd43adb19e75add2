import type { Call } from '../../../platform/calls/caller.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { present } from '../../../platform/core/present.ts';
import { isClosedNow } from '../../../platform/data/standstill/closing-rows.ts';
import { movedTo } from '../../../platform/data/standstill/moving-rows.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import {
  CalendarFeedService,
  type CreateCalendarFeedRequest,
} from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import {
  type CalendarFeedState,
  type CalendarScope,
  feedCalendar,
  maySeeFeed,
  scopeOf,
  unknownTarget,
} from '../domain/calendar-feed.ts';
import { refuse } from '../domain/refusals.ts';
import { hashSecret } from '../domain/secrets.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { findLanguage } from '../store/administrators.ts';
import { listReads, noteRead } from '../store/calendar-feed-reads.ts';
import {
  calendarFeedMessage,
  deleteFeed,
  findFeed,
  findFeedByToken,
  findFeedInForce,
  insertFeed,
  listFeeds,
  lockFeed,
} from '../store/calendar-feeds.ts';

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
        movedTo: await movedTo(db, institutionId),
      },
    };
  },
);

/**
 * POST /calendar-feeds. Only the hash of the token is stored: the response is the only place where the token appears.
 */
export const createCalendarFeed = command(CalendarFeedService.method.createCalendarFeed, {
  async prepare(request, { actor, call }) {
    const scope = requestedScope(request);
    if (!maySeeFeed(actor, { calendarOf: scope.of })) refuse('ROLE_MISSING');
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

/** GET /calendar-feeds/{id}. */
export const getCalendarFeed = query(CalendarFeedService.method.getCalendarFeed, async (db, { id }, { actor }) => ({
  feed: calendarFeedMessage((await findFeed(db, actor, id)) ?? refuse('CALENDAR_FEED_NOT_FOUND')),
}));

/** GET /calendar-feeds: in order of creation. */
export const listCalendarFeeds = query(
  CalendarFeedService.method.listCalendarFeeds,
  async (db, { page }, { actor }) => {
    const keyset = instantKeyset(page);
    const { rows, hasMore } = cutPage(await listFeeds(db, actor, keyset), keyset);
    return { feeds: rows.map(calendarFeedMessage), hasMore };
  },
);

/** When the feeds of the caller's institution, at most 200, were last read. */
export const listCalendarFeedReads = query(
  CalendarFeedService.method.listCalendarFeedReads,
  async (db, _, { actor }) => ({ reads: await listReads(db, actor) }),
);

/**
 * The feed of the caller's identity, read for each request, so that a revoked feed ends at once even if its token is
 * cached.
 */
export const resolveCalendarFeed = query(
  CalendarFeedService.method.resolveCalendarFeed,
  async (db, _request, { actor }) => {
    if (actor.kind !== 'feed') refuse('CALENDAR_FEED_NOT_FOUND');
    const [feed, language] = await Promise.all([
      findFeedInForce(db, actor, actor.feedId),
      findLanguage(db, actor, actor.scope.id),
    ]);
    if (feed) return { feed: calendarFeedMessage(feed), language };
    // Repeated, it is told where: only a token that was cached before comes here.
    if ((await movedTo(db, actor.institutionId)) !== undefined) refuse('DEPENDENCY_UNAVAILABLE');
    return refuse((await isClosedNow(db, actor)) ? 'CALENDAR_FEED_CLOSED' : 'CALENDAR_FEED_NOT_FOUND');
  },
);

/** A gateway tells of a read aside, so that no calendar program waits for the write or fails with it. */
export const noteCalendarFeedRead = command(CalendarFeedService.method.noteCalendarFeedRead, {
  of: 'trace',
  async run(tx, { token }, { now }) {
    noteRead(tx, hashSecret(token), toInstantText(now));
    return { response: {} };
  },
});

/** DELETE /calendar-feeds/{id}: its token is invalid from the commit on. */
export const revokeCalendarFeed = command(CalendarFeedService.method.revokeCalendarFeed, {
  async run(tx, { id, precondition }, { actor }) {
    const feed = (await lockFeed(tx, actor, id)) ?? refuse('CALENDAR_FEED_NOT_FOUND');
    requireRevision(precondition, feed.revision);
    deleteFeed(tx, actor, feed.id);
    return { response: {} };
  },
});
