import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Violation } from '../../../platform/core/errors/refusal.ts';
import type { StateOf } from '../../../platform/core/resource.ts';
import { hasRole } from '../../../platform/core/roles.ts';
import type { CalendarFeed, FeedCalendar } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';

/** Which calendar: a course's, a room's, that of a user as organizer, or of a user as organizer or participant. */
export interface CalendarScope {
  readonly of: 'course' | 'room' | 'organizer' | 'user';
  readonly id: string;
}

/** Whether an actor deals with the feeds of all calendars: who looks after people alone does with those of people. */
export function seesAllFeeds(actor: TenantActor): boolean {
  return actor.kind !== 'administrator' || hasRole(actor.roles, ['integrations', 'auditor', 'owner']);
}

/** Whether an actor deals with the feeds of a calendar. */
export function maySeeFeed(actor: TenantActor, { calendarOf }: Pick<CalendarFeedState, 'calendarOf'>): boolean {
  return seesAllFeeds(actor) || calendarOf === 'user' || calendarOf === 'organizer';
}

/** A feed as stored, with the hash of its token (`hashSecret`). The instant is text. */
export interface CalendarFeedState extends StateOf<CalendarFeed, 'calendar'> {
  readonly calendarOf: CalendarScope['of'];
  readonly targetId: string;
  /** The integration it was created for; null for an operator's or administrator's feed. */
  readonly integrationId: string | null;
}

type Target = FeedCalendar['target'];

const scopes = { courseId: 'course', roomId: 'room', organizerId: 'organizer', userId: 'user' } as const;

/** The calendar that a request names. */
export function scopeOf({ target }: FeedCalendar): CalendarScope {
  return { of: scopes[target.case ?? 'userId'], id: target.value ?? '' };
}

/** The inverse of {@link scopeOf}. */
export function feedCalendar({ of, id }: CalendarScope): FeedCalendar {
  return { $typeName: 'lyceum.identity.v1.FeedCalendar', target: { case: `${of}Id`, value: id } as Target };
}

/** The violation of a request for the calendar of an unknown or archived record. */
export function unknownTarget({ of }: CalendarScope): Violation {
  const noun = of === 'course' || of === 'room' ? of : 'user';
  return {
    pointer: `/${of}Id`,
    code: 'invalid_reference',
    message: `no active ${noun} of the institution has this id`,
  };
}
