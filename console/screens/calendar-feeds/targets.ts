import { type Course, CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { SearchService } from '../../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { CalendarFeed } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import type { Location } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { type Room, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { t } from '../../components/language.ts';
import type { AllowedCall, OptionalCall } from '../../route/optional-call.ts';

/** A record whose appointments are a calendar. */
export interface Target {
  readonly of: 'course' | 'room' | 'user';
  readonly id: string;
  readonly name: string;
  /** A detail that distinguishes it from others of the same name: a code, a location, an email. */
  readonly about: string;
  readonly isArchived: boolean;
}

export const KINDS = { course: () => t.words.course, room: () => t.words.room, user: () => t.words.person };

/** Courses, rooms and people whose names contain a text, of those that are the person's; undefined while a service is away. */
export async function findTargets(call: AllowedCall, text: string): Promise<Target[] | undefined> {
  const [courses, rooms, users] = await Promise.all([
    call(SearchService.method.searchCourses, { text }),
    call(RoomService.method.searchRooms, { text }),
    call(SearchService.method.searchUsers, { text }),
  ]);
  if (courses === undefined || rooms === undefined || users === undefined) return undefined;
  return [
    ...(courses?.courses ?? []).map(courseTarget),
    ...(rooms ? roomTargets(rooms) : []),
    ...(users?.users ?? []).map(userTarget),
  ];
}

/** The targets of calendars by id, if they exist and their services answer. */
export async function targetsOf(
  call: OptionalCall,
  calendars: readonly CalendarFeed['calendar'][],
): Promise<ReadonlyMap<string, Target>> {
  const idsOf = (...cases: (string | undefined)[]) => [
    ...new Set(calendars.flatMap((each) => (cases.includes(each?.target.case) ? [each?.target.value ?? ''] : []))),
  ];
  const [courseIds, roomIds, userIds] = [idsOf('courseId'), idsOf('roomId'), idsOf('userId', 'organizerId')];
  const [layers, rooms, users] = await Promise.all([
    courseIds.length > 0 ? call(CourseService.method.batchGetCourseLayers, { courseIds }) : undefined,
    roomIds.length > 0 ? call(RoomService.method.batchGetRooms, { ids: roomIds }) : undefined,
    userIds.length > 0 ? call(UserService.method.batchGetUsers, { ids: userIds, isSummary: true }) : undefined,
  ]);
  const all = [
    ...(layers?.layers ?? []).flatMap(({ course }) => (course ? [courseTarget(course)] : [])),
    ...(rooms ? roomTargets(rooms) : []),
    ...(users?.users ?? []).map(userTarget),
  ];
  return new Map(all.map((each) => [each.id, each]));
}

function courseTarget({ id, name, code, isArchived }: Course): Target {
  return { of: 'course', id, name, about: code ?? '', isArchived };
}

function roomTargets({ rooms, locations }: { readonly rooms: Room[]; readonly locations: Location[] }): Target[] {
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return rooms.map(({ id, name, locationId, isArchived }) => ({
    of: 'room',
    id,
    name,
    about: names.get(locationId) ?? '',
    isArchived,
  }));
}

function userTarget({ id, name, email, isArchived }: User): Target {
  return { of: 'user', id, name, about: email, isArchived };
}
