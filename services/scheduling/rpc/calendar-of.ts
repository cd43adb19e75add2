import { toInstantText } from '../../../platform/core/instant.ts';
import type {
  GetCalendarVersionRequest,
  ListCalendarEntriesRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { TOMBSTONE_KEPT_MS } from '../domain/tombstones.ts';

/** The calendar that a request means, as the store asks for it. @param now epoch milliseconds */
export function calendarOf({ filter }: GetCalendarVersionRequest | ListCalendarEntriesRequest, now: number) {
  return {
    kind: KINDS[filter.case ?? 'courseId'],
    targetId: filter.value ?? '',
    deletedAfter: toInstantText(now - TOMBSTONE_KEPT_MS),
  };
}

const KINDS = { courseId: 'course', roomId: 'room', organizerId: 'organizer', userId: 'user' } as const;
