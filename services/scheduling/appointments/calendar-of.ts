import type { FeedScope, TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type {
  GetCalendarVersionRequest,
  ListCalendarEntriesRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { TOMBSTONE_RETENTION_MS } from '../domain/tombstones.ts';
import type { Calendar } from '../store/calendar-entries.ts';

/**
 * The calendar of a request, as the store expects it. Refuses with CALLER_FORBIDDEN a caller with the token of another
 * calendar's feed.
 * @param now epoch milliseconds
 */
export function calendarOf(
  { filter }: GetCalendarVersionRequest | ListCalendarEntriesRequest,
  { actor, now }: { readonly actor: TenantActor; readonly now: number },
): Calendar {
  if (actor.kind === 'feed' && !isOwn(actor.scope, filter)) refuse('CALLER_FORBIDDEN');
  return {
    kind: KINDS[filter.case ?? 'courseId'],
    alsoKind: filter.case === 'personId' ? 'user' : null,
    targetId: filter.value ?? '',
    deletedAfter: toInstantText(now - TOMBSTONE_RETENTION_MS),
  };
}

type Filter = GetCalendarVersionRequest['filter'];

const KINDS = {
  courseId: 'course',
  roomId: 'room',
  organizerId: 'organizer',
  userId: 'user',
  personId: 'organizer',
} as const;

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
