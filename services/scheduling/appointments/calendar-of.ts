import type { Call } from '../../../platform/calls/caller.ts';
import type { FeedScope, TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type {
  GetCalendarVersionRequest,
  ListCalendarEntriesRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { LinkKind } from '../domain/appointment-links.ts';
import { TOMBSTONE_RETENTION_MS } from '../domain/tombstones.ts';
import type { Calendar } from '../store/calendar-entries.ts';
import { groupsOf } from './groups-of.ts';

/**
 * The calendar of a request, as the store expects it. Refuses with CALLER_FORBIDDEN a caller with the token of another
 * calendar's feed.
 * @param now epoch milliseconds
 */
export async function calendarOf(
  { filter }: GetCalendarVersionRequest | ListCalendarEntriesRequest,
  { actor, now, call }: { readonly actor: TenantActor; readonly now: number; readonly call: Call },
): Promise<Calendar> {
  if (actor.kind === 'feed' && !isOwn(actor.scope, filter)) refuse('CALLER_FORBIDDEN');
  const targetId = filter.value ?? '';
  const kinds = KINDS[filter.case ?? 'courseId'];
  return {
    kinds,
    targetId,
    groupIds: kinds.includes('user') ? await groupsOf(targetId, call) : [],
    deletedAfter: toInstantText(now - TOMBSTONE_RETENTION_MS),
  };
}

type Filter = GetCalendarVersionRequest['filter'];

const KINDS: Readonly<Record<NonNullable<Filter['case']>, readonly LinkKind[]>> = {
  courseId: ['course'],
  roomId: ['room'],
  organizerId: ['organizer'],
  userId: ['user'],
  personId: ['organizer', 'user'],
};

/** A user's feed includes the appointments the user organizes. */
const FILTERS: Readonly<Record<string, Filter['case']>> = {
  course: 'courseId',
  room: 'roomId',
  organizer: 'organizerId',
  user: 'personId',
};

function isOwn({ of, id }: FeedScope, filter: Filter): boolean {
  return filter.case !== undefined && filter.case === FILTERS[of] && filter.value === id;
}
