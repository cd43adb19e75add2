import type { MessageInitShape } from '@bufbuild/protobuf';
import type { FeedCalendar } from '../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import type { ListCalendarEntriesRequestSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';

/** The owner of a calendar. */
export type CalendarFilter = NonNullable<MessageInitShape<typeof ListCalendarEntriesRequestSchema>['filter']>;

/** The calendar that a feed shows. */
export function scopeOf({ target }: FeedCalendar) {
  return { of: scopes[target.case ?? 'userId'], id: target.value ?? '' };
}

/**
 * The filter for that calendar. A user's calendar has the appointments that they organise and those that they take part
 * in.
 */
export function filterOf(calendar: FeedCalendar): CalendarFilter {
  const { of, id: value } = scopeOf(calendar);
  return { case: filters[of], value };
}

const scopes = { courseId: 'course', roomId: 'room', organizerId: 'organizer', userId: 'user' } as const;
const filters = { course: 'courseId', room: 'roomId', organizer: 'organizerId', user: 'personId' } as const;
