// Made by `npm run client:generate` from the OpenAPI document.

import type { CallOptions, Conditional, Fields, Keyed, Matching, Triable } from '../options.ts';
import type { Requests } from '../requests.ts';
import { operations } from './operations.ts';
import type { Appointment, AppointmentCreate, AppointmentUpdate, CalendarDay, CalendarFeed, CalendarFeedCreate, CalendarFeedWithUrl, Course, CourseAppointmentCreate, CurriculaVersion, CurriculaVersionDetail, Curriculum, Event, Finding, FreeRoom, Integration, Location, LogBulk, LogBulkResult, LogCreate, LogUpdate, Pathway, PathwayCreate, RequestRecord, Room, SessionTimestamp, StartedSession, StudyProgram, StudyProgramCreate, StudyProgramVersion, StudyProgramVersionCreate, StudyProgramVersionDetail, StudyProgramVersionUpdate, TimeMemberTotals, TimePunch, TimeRecord, TimeTotals, TimestampCreate, TimestampTemplate, Usage, User, UserCreate, UserGroup, UserUpdate, WebhookDelivery, WebhookDeliveryWithAttempts, WebhookEndpoint, WebhookEndpointCreate, WebhookEndpointUpdate, WebhookEndpointWithSecret, WebhookReplay, WebhookReplayed } from './schemas.ts';

export type ListUsersQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the users with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only the user with this email; case-insensitive. */
  readonly email?: string | undefined;
  /** Only the user with this code; case-insensitive, and white space around it is ignored. */
  readonly code?: string | undefined;
  /** Only users whose name, email or code contains this text: in any case, accents kept, `%` and `_` as themselves. A page of a rare text may have fewer users than `limit`, or none: continue while there is a `next_cursor`. */
  readonly search?: string | undefined;
  /** `true`: only archived users; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
  /** Only users changed at or after this instant. */
  readonly updatedSince?: string | undefined;
};

export type ListUserGroupsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the user groups with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only groups whose name or members changed at or after this instant. A change of a member’s own record is none of the group. */
  readonly updatedSince?: string | undefined;
};

export type ListUserGroupMembersQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the users with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** `true`: only archived users; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
};

export type ListCoursesQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the courses with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only courses with this code; case-insensitive, and white space around it is ignored. */
  readonly code?: string | undefined;
  /** Only courses whose name or code contains this text: in any case, accents kept, `%` and `_` as themselves. A page of a rare text may have fewer courses than `limit`, or none: continue while there is a `next_cursor`. */
  readonly search?: string | undefined;
  /** `true`: only archived courses; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
  /** Only courses changed at or after this instant. */
  readonly updatedSince?: string | undefined;
};

export type ListCourseAppointmentsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only appointments that begin at or after this instant. */
  readonly from?: string | undefined;
  /** Only appointments that begin before this instant. */
  readonly to?: string | undefined;
  /** Only appointments of this course; takes the course entity’s id. */
  readonly courseId?: string | undefined;
  /** Only appointments that book this room. */
  readonly roomId?: string | undefined;
  /** Only appointments that this user organizes. */
  readonly organizerId?: string | undefined;
  /** Only appointments in which this user takes part: as an additional participant, or as a member now of an invited group. */
  readonly userId?: string | undefined;
  /** Only appointments changed at or after this instant. */
  readonly updatedSince?: string | undefined;
};

export type ListAppointmentsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the appointments with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only appointments that begin at or after this instant. */
  readonly from?: string | undefined;
  /** Only appointments that begin before this instant. */
  readonly to?: string | undefined;
  /** Only appointments of this course; takes the course entity’s id. */
  readonly courseId?: string | undefined;
  /** Only appointments that book this room. */
  readonly roomId?: string | undefined;
  /** Only appointments that this user organizes. */
  readonly organizerId?: string | undefined;
  /** Only appointments in which this user takes part: as an additional participant, or as a member now of an invited group. */
  readonly userId?: string | undefined;
  /** Only appointments changed at or after this instant. */
  readonly updatedSince?: string | undefined;
};

export type GetAppointmentCalendarQuery = {
  /** The calendar of this room. */
  readonly roomId?: string | undefined;
  /** The calendar of this user as organizer. */
  readonly organizerId?: string | undefined;
  /** The calendar of this user as additional participant or as a member of invited groups. */
  readonly userId?: string | undefined;
};

export type ListCalendarFeedsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
};

export type ListCurriculaQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the curricula with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** `true`: only archived curricula; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
};

export type ListCurriculumVersionsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
};

export type ListPathwaysQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
};

export type ListProgramsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the programs with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only programs with this code; case-insensitive, and white space around it is ignored. */
  readonly code?: string | undefined;
  /** `true`: only archived programs; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
  /** Only programs changed at or after this instant. A change of a version counts as a change of its program. */
  readonly updatedSince?: string | undefined;
};

export type ListProgramVersionsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
};

export type ListLocationsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the locations with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only locations changed at or after this instant. A change of a room is none of its location. */
  readonly updatedSince?: string | undefined;
};

export type ListLocationRoomsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** `true`: only archived rooms; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
  /** Only rooms that have changed at or after this instant, themselves or one of their setups. */
  readonly updatedSince?: string | undefined;
};

export type ListRoomsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only the rooms with these ids: at most 100, separated by commas. What is no id of one is left out. Without `limit`, the page has room for all. */
  readonly ids?: readonly string[] | undefined;
  /** Only rooms of this location. An unknown location gives an empty list. */
  readonly locationId?: string | undefined;
  /** Only rooms whose name contains this text: in any case, accents kept, `%` and `_` as themselves. A page of a rare text may have fewer rooms than `limit`, or none: continue while there is a `next_cursor`. */
  readonly search?: string | undefined;
  /** `true`: only archived rooms; `false`: only the others. */
  readonly isArchived?: "true" | "false" | undefined;
  /** Only rooms that have changed at or after this instant, themselves or one of their setups. */
  readonly updatedSince?: string | undefined;
};

export type ListFreeRoomsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Start of the period, such as the `dateTime` of an appointment. */
  readonly from: string;
  /** End of the period, at most 366 days after `from`. Another appointment may begin at this instant. */
  readonly to: string;
  /** Only rooms with at least this many seats in one of their setups, or in the room itself if it has no setups. A setup without a number of seats has that of the room; if the room has none either, it counts as 0. */
  readonly capacity?: number | undefined;
  /** Only rooms of this location. An unknown location gives an empty list. */
  readonly locationId?: string | undefined;
};

export type ListTimestampTemplatesQuery = {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
};

export type ListCalendarDaysQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only days that end on this date or later. */
  readonly from?: string | undefined;
  /** Only days that begin before this date. */
  readonly to?: string | undefined;
  /** Only days of this kind. */
  readonly kind?: "holiday" | "closed" | undefined;
};

export type GetActiveSessionQuery = {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
};

export type ListLogsQuery = {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only logs that end after this instant. Together with `to`: the logs that overlap [from, to). */
  readonly from?: string | undefined;
  /** Only logs that begin before this instant. */
  readonly to?: string | undefined;
};

export type GetLogQuery = {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
};

export type GetTotalsQuery = {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** The first day. */
  readonly from: string;
  /** The day after the last: after `from`, by at most 366 days. */
  readonly to: string;
  /** How long each period is: a day by default, a week from Monday, or a month. */
  readonly by?: "day" | "week" | "month" | undefined;
};

export type ListMemberTotalsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** The first day. */
  readonly from: string;
  /** The day after the last: after `from`, by at most 366 days. */
  readonly to: string;
  /** Only members who are in this user group now. An unknown group gives an empty list. */
  readonly userGroupId?: string | undefined;
  /** Only members of whom a log or session changed at or after this instant, whichever days it is of. If its times were corrected, a member who has nothing in these days any more is in the list, too, with zeros. Logs that were erased are not found: `log.deleted` of the feed names them. */
  readonly updatedSince?: string | undefined;
};

export type ListMemberLogsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** The first day. */
  readonly from: string;
  /** The day after the last: after `from`, by at most 366 days. */
  readonly to: string;
  /** Only of members who are in this user group now. An unknown group gives an empty list. */
  readonly userGroupId?: string | undefined;
  /** Only logs and sessions that changed at or after this instant. A log that has left these days since, because its times were corrected or because a late punch ended it before them, is in the list, too: compare its times. Logs that were erased are not found: `log.deleted` of the feed names them. */
  readonly updatedSince?: string | undefined;
};

export type ListFindingsQuery = {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** The first day. */
  readonly from: string;
  /** The day after the last: after `from`, by at most 366 days. */
  readonly to: string;
  /** Only findings of this rule. */
  readonly rule?: "break_too_short" | "stretch_too_long" | "rest_too_short" | "day_too_long" | "average_too_long" | "sunday_work" | "holiday_work" | undefined;
  /** `open`: those that nobody has acknowledged as they are now, which is the default; `acknowledged`: the others. */
  readonly state?: "open" | "acknowledged" | "all" | undefined;
};

export type ListEventsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only these types, separated by commas. */
  readonly types?: string | undefined;
  /** Only events of this kind of resource. */
  readonly resourceType?: string | undefined;
  /** Only events of this resource. An unknown resource gives an empty list. */
  readonly resourceId?: string | undefined;
  /** Where the walk begins: at the first event that occurred at this instant or later, or at the end if there is none. All events behind that one follow, even if they occurred earlier. */
  readonly since?: string | undefined;
  /** `latest`: an empty page whose `next_cursor` is behind the newest event. Not with `cursor` or `since`. */
  readonly position?: "latest" | undefined;
};

export type ListWebhookEndpointsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
};

export type ListWebhookDeliveriesQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only deliveries of this status. */
  readonly status?: "pending" | "succeeded" | "failed" | "cancelled" | undefined;
  /** Only deliveries of this event. An unknown event gives an empty list. */
  readonly eventId?: string | undefined;
};

export type ListRequestsQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** Only this status, or these: `404`, `4xx`. */
  readonly status?: string | undefined;
  /** Only this method. */
  readonly method?: string | undefined;
  /** Only requests to this path of the document, such as `/api/v4/users/{id}`. */
  readonly route?: string | undefined;
  /** Only requests that arrived at this instant or later. */
  readonly from?: string | undefined;
  /** Only requests that arrived before this instant. */
  readonly to?: string | undefined;
};

export type ListUsageQuery = {
  /** The maximum number of items in a page. */
  readonly limit?: number | undefined;
  /** Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ. */
  readonly cursor?: string | undefined;
  /** From the hour or day that this instant lies in. */
  readonly from: string;
  /** To this instant, at most 32 days after `from`. */
  readonly to: string;
  /** The interval of each sum: an hour by default, or a day (UTC). */
  readonly interval?: "hour" | "day" | undefined;
};

/** A method for each operation. */
export function resourcesOf(requests: Requests) {
  return {
    users: {
      /** List users: GET /users */
      list: <const F extends keyof User = keyof User>(query: ListUsersQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<User, F>>(operations.listUsers, [], query, options),
      /** List users that have changed, for a copy: GET /users */
      changes: <const F extends keyof User = keyof User>(query: ListUsersQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<User, F>>(operations.listUsers, [], query, options),
      /** List users by any number of ids: GET /users */
      byIds: <const F extends keyof User = keyof User>(ids: Iterable<string>, query: Omit<ListUsersQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<User, F>>(operations.listUsers, [], ids, query, options),
      /** Create a user: POST /users */
      create: (body: UserCreate, options?: Keyed & Triable) =>
        requests.write<User>(operations.createUser, [], body, options),
      /** Get one user: GET /users/{id} */
      get: <const F extends keyof User = keyof User, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<User, F>, E>(operations.getUser, [id], query, options),
      /** Change a user: PATCH /users/{id} */
      update: (id: string, body: UserUpdate, options: Keyed & Matching & Triable) =>
        requests.write<User>(operations.updateUser, [id], body, options),
    },
    userGroups: {
      /** List user groups: GET /user-groups */
      list: <const F extends keyof UserGroup = keyof UserGroup>(query: ListUserGroupsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<UserGroup, F>>(operations.listUserGroups, [], query, options),
      /** List user groups that have changed, for a copy: GET /user-groups */
      changes: <const F extends keyof UserGroup = keyof UserGroup>(query: ListUserGroupsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<UserGroup, F>>(operations.listUserGroups, [], query, options),
      /** List user groups by any number of ids: GET /user-groups */
      byIds: <const F extends keyof UserGroup = keyof UserGroup>(ids: Iterable<string>, query: Omit<ListUserGroupsQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<UserGroup, F>>(operations.listUserGroups, [], ids, query, options),
      /** Get one user group: GET /user-groups/{id} */
      get: <const F extends keyof UserGroup = keyof UserGroup, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<UserGroup, F>, E>(operations.getUserGroup, [id], query, options),
      members: {
        /** List the members of a user group: GET /user-groups/{id}/members */
        list: <const F extends keyof User = keyof User>(id: string, query: ListUserGroupMembersQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<User, F>>(operations.listUserGroupMembers, [id], query, options),
        /** List the members of a user group by any number of ids: GET /user-groups/{id}/members */
        byIds: <const F extends keyof User = keyof User>(id: string, ids: Iterable<string>, query: Omit<ListUserGroupMembersQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
          requests.byIds<Pick<User, F>>(operations.listUserGroupMembers, [id], ids, query, options),
      },
    },
    courses: {
      /** List courses: GET /courses */
      list: <const F extends keyof Course = keyof Course>(query: ListCoursesQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<Course, F>>(operations.listCourses, [], query, options),
      /** List courses that have changed, for a copy: GET /courses */
      changes: <const F extends keyof Course = keyof Course>(query: ListCoursesQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<Course, F>>(operations.listCourses, [], query, options),
      /** List courses by any number of ids: GET /courses */
      byIds: <const F extends keyof Course = keyof Course>(ids: Iterable<string>, query: Omit<ListCoursesQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<Course, F>>(operations.listCourses, [], ids, query, options),
      /** Get one course: GET /courses/{id} */
      get: <const F extends keyof Course = keyof Course, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Course, F>, E>(operations.getCourse, [id], query, options),
      appointments: {
        /** List the appointments of a course: GET /courses/{id}/appointments */
        list: <const F extends keyof Appointment = keyof Appointment>(id: string, query: ListCourseAppointmentsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<Appointment, F>>(operations.listCourseAppointments, [id], query, options),
        /** List the appointments of a course that have changed, for a copy: GET /courses/{id}/appointments */
        changes: <const F extends keyof Appointment = keyof Appointment>(id: string, query: ListCourseAppointmentsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.changes<Pick<Appointment, F>>(operations.listCourseAppointments, [id], query, options),
        /** Create an appointment for a course: POST /courses/{id}/appointments */
        create: (id: string, body: CourseAppointmentCreate, options?: Keyed & Triable) =>
          requests.write<Appointment>(operations.createCourseAppointment, [id], body, options),
        /** Get the calendar of a course: GET /courses/{id}/appointments.ics */
        getIcs: <E extends string | undefined = undefined>(id: string, options?: Conditional<E>) =>
          requests.read<string, E>(operations.getCourseCalendar, [id], {}, options),
      },
    },
    appointments: {
      /** List appointments: GET /appointments */
      list: <const F extends keyof Appointment = keyof Appointment>(query: ListAppointmentsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<Appointment, F>>(operations.listAppointments, [], query, options),
      /** List appointments that have changed, for a copy: GET /appointments */
      changes: <const F extends keyof Appointment = keyof Appointment>(query: ListAppointmentsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<Appointment, F>>(operations.listAppointments, [], query, options),
      /** List appointments by any number of ids: GET /appointments */
      byIds: <const F extends keyof Appointment = keyof Appointment>(ids: Iterable<string>, query: Omit<ListAppointmentsQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<Appointment, F>>(operations.listAppointments, [], ids, query, options),
      /** Create an appointment: POST /appointments */
      create: (body: AppointmentCreate, options?: Keyed & Triable) =>
        requests.write<Appointment>(operations.createAppointment, [], body, options),
      /** Get one appointment: GET /appointments/{id} */
      get: <const F extends keyof Appointment = keyof Appointment, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Appointment, F>, E>(operations.getAppointment, [id], query, options),
      /** Change an appointment: PATCH /appointments/{id} */
      update: (id: string, body: AppointmentUpdate, options: Keyed & Matching & Triable) =>
        requests.write<Appointment>(operations.updateAppointment, [id], body, options),
      /** Delete an appointment: DELETE /appointments/{id} */
      delete: (id: string, options: Keyed & Matching & Triable) =>
        requests.write<undefined>(operations.deleteAppointment, [id], undefined, options),
      /** Get the calendar of a room, an organizer or a participant: GET /appointments.ics */
      getIcs: <E extends string | undefined = undefined>(query: GetAppointmentCalendarQuery = {}, options?: Conditional<E>) =>
        requests.read<string, E>(operations.getAppointmentCalendar, [], query, options),
    },
    calendarFeeds: {
      /** List calendar feeds: GET /calendar-feeds */
      list: <const F extends keyof CalendarFeed = keyof CalendarFeed>(query: ListCalendarFeedsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<CalendarFeed, F>>(operations.listCalendarFeeds, [], query, options),
      /** Create a calendar feed: POST /calendar-feeds */
      create: (body: CalendarFeedCreate, options?: Keyed) =>
        requests.write<CalendarFeedWithUrl>(operations.createCalendarFeed, [], body, options),
      /** Get one calendar feed: GET /calendar-feeds/{id} */
      get: <const F extends keyof CalendarFeed = keyof CalendarFeed, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<CalendarFeed, F>, E>(operations.getCalendarFeed, [id], query, options),
      /** Revoke a calendar feed: DELETE /calendar-feeds/{id} */
      revoke: (id: string, options: Keyed & Matching) =>
        requests.write<undefined>(operations.revokeCalendarFeed, [id], undefined, options),
    },
    calendars: {
      /** Read a calendar by the URL of its feed: GET /calendars/{token}.ics */
      readIcs: <E extends string | undefined = undefined>(token: string, options?: Conditional<E>) =>
        requests.read<string, E>(operations.readCalendarFeed, [token], {}, options),
    },
    curricula: {
      /** List curricula: GET /curricula */
      list: <const F extends keyof Curriculum = keyof Curriculum>(query: ListCurriculaQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<Curriculum, F>>(operations.listCurricula, [], query, options),
      /** List curricula by any number of ids: GET /curricula */
      byIds: <const F extends keyof Curriculum = keyof Curriculum>(ids: Iterable<string>, query: Omit<ListCurriculaQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<Curriculum, F>>(operations.listCurricula, [], ids, query, options),
      /** Get one curriculum: GET /curricula/{id} */
      get: <const F extends keyof Curriculum = keyof Curriculum, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Curriculum, F>, E>(operations.getCurriculum, [id], query, options),
      versions: {
        /** List the versions of a curriculum: GET /curricula/{id}/versions */
        list: <const F extends keyof CurriculaVersion = keyof CurriculaVersion>(id: string, query: ListCurriculumVersionsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<CurriculaVersion, F>>(operations.listCurriculumVersions, [id], query, options),
        /** Get one complete version of a curriculum: GET /curricula/{id}/versions/{versionId} */
        get: <const F extends keyof CurriculaVersionDetail = keyof CurriculaVersionDetail, E extends string | undefined = undefined>(id: string, versionId: string, query: Fields<F> = {}, options?: Conditional<E>) =>
          requests.read<Pick<CurriculaVersionDetail, F>, E>(operations.getCurriculumVersion, [id, versionId], query, options),
        pathways: {
          /** List the pathways of a curriculum version: GET /curricula/{id}/versions/{versionId}/pathways */
          list: <const F extends keyof Pathway = keyof Pathway>(id: string, versionId: string, query: ListPathwaysQuery & Fields<F> = {}, options?: CallOptions) =>
            requests.list<Pick<Pathway, F>>(operations.listPathways, [id, versionId], query, options),
          /** Create a pathway of a curriculum version: POST /curricula/{id}/versions/{versionId}/pathways */
          create: (id: string, versionId: string, body: PathwayCreate, options?: Keyed & Triable) =>
            requests.write<Pathway>(operations.createPathway, [id, versionId], body, options),
        },
      },
    },
    programs: {
      /** List programs: GET /continuing-education */
      list: <const F extends keyof StudyProgram = keyof StudyProgram>(query: ListProgramsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<StudyProgram, F>>(operations.listPrograms, [], query, options),
      /** List programs that have changed, for a copy: GET /continuing-education */
      changes: <const F extends keyof StudyProgram = keyof StudyProgram>(query: ListProgramsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<StudyProgram, F>>(operations.listPrograms, [], query, options),
      /** List programs by any number of ids: GET /continuing-education */
      byIds: <const F extends keyof StudyProgram = keyof StudyProgram>(ids: Iterable<string>, query: Omit<ListProgramsQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<StudyProgram, F>>(operations.listPrograms, [], ids, query, options),
      /** Create a program: POST /continuing-education */
      create: (body: StudyProgramCreate, options?: Keyed & Triable) =>
        requests.write<StudyProgram>(operations.createProgram, [], body, options),
      /** Get one program: GET /continuing-education/{id} */
      get: <const F extends keyof StudyProgram = keyof StudyProgram, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<StudyProgram, F>, E>(operations.getProgram, [id], query, options),
      versions: {
        /** List the versions of a program: GET /continuing-education/{id}/versions */
        list: <const F extends keyof StudyProgramVersion = keyof StudyProgramVersion>(id: string, query: ListProgramVersionsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<StudyProgramVersion, F>>(operations.listProgramVersions, [id], query, options),
        /** Create another version of a program: POST /continuing-education/{id}/versions */
        create: (id: string, body: StudyProgramVersionCreate, options?: Keyed & Triable) =>
          requests.write<StudyProgramVersionDetail>(operations.createProgramVersion, [id], body, options),
        /** Get one version of a program: GET /continuing-education/{id}/versions/{versionId} */
        get: <const F extends keyof StudyProgramVersionDetail = keyof StudyProgramVersionDetail, E extends string | undefined = undefined>(id: string, versionId: string, query: Fields<F> = {}, options?: Conditional<E>) =>
          requests.read<Pick<StudyProgramVersionDetail, F>, E>(operations.getProgramVersion, [id, versionId], query, options),
        /** Rename a version of a program: PATCH /continuing-education/{id}/versions/{versionId} */
        update: (id: string, versionId: string, body: StudyProgramVersionUpdate, options?: Keyed & Partial<Matching> & Triable) =>
          requests.write<StudyProgramVersionDetail>(operations.updateProgramVersion, [id, versionId], body, options),
      },
    },
    locations: {
      /** List locations: GET /locations */
      list: <const F extends keyof Location = keyof Location>(query: ListLocationsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<Location, F>>(operations.listLocations, [], query, options),
      /** List locations that have changed, for a copy: GET /locations */
      changes: <const F extends keyof Location = keyof Location>(query: ListLocationsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<Location, F>>(operations.listLocations, [], query, options),
      /** List locations by any number of ids: GET /locations */
      byIds: <const F extends keyof Location = keyof Location>(ids: Iterable<string>, query: Omit<ListLocationsQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<Location, F>>(operations.listLocations, [], ids, query, options),
      /** Get one location: GET /locations/{id} */
      get: <const F extends keyof Location = keyof Location, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Location, F>, E>(operations.getLocation, [id], query, options),
      rooms: {
        /** List the rooms of a location: GET /locations/{id}/rooms */
        list: <const F extends keyof Room = keyof Room>(id: string, query: ListLocationRoomsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<Room, F>>(operations.listLocationRooms, [id], query, options),
        /** List the rooms of a location that have changed, for a copy: GET /locations/{id}/rooms */
        changes: <const F extends keyof Room = keyof Room>(id: string, query: ListLocationRoomsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.changes<Pick<Room, F>>(operations.listLocationRooms, [id], query, options),
      },
    },
    rooms: {
      /** List rooms: GET /rooms */
      list: <const F extends keyof Room = keyof Room>(query: ListRoomsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<Room, F>>(operations.listRooms, [], query, options),
      /** List rooms that have changed, for a copy: GET /rooms */
      changes: <const F extends keyof Room = keyof Room>(query: ListRoomsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.changes<Pick<Room, F>>(operations.listRooms, [], query, options),
      /** List rooms by any number of ids: GET /rooms */
      byIds: <const F extends keyof Room = keyof Room>(ids: Iterable<string>, query: Omit<ListRoomsQuery, 'ids' | 'limit' | 'cursor'> & Fields<F> = {}, options?: CallOptions) =>
        requests.byIds<Pick<Room, F>>(operations.listRooms, [], ids, query, options),
      free: {
        /** List free rooms: GET /rooms/free */
        list: <const F extends keyof FreeRoom = keyof FreeRoom>(query: ListFreeRoomsQuery & Fields<F>, options?: CallOptions) =>
          requests.list<Pick<FreeRoom, F>>(operations.listFreeRooms, [], query, options),
      },
      /** Get one room: GET /rooms/{id} */
      get: <const F extends keyof Room = keyof Room, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Room, F>, E>(operations.getRoom, [id], query, options),
    },
    timeTracking: {
      timestampTemplates: {
        /** List the category templates: GET /time-tracking/timestamp-templates */
        list: <const F extends keyof TimestampTemplate = keyof TimestampTemplate>(query: ListTimestampTemplatesQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<TimestampTemplate, F>>(operations.listTimestampTemplates, [], query, options),
      },
      sessions: {
        /** Clock in: POST /time-tracking/sessions/start */
        start: (body: TimePunch, options?: Keyed & Triable) =>
          requests.write<StartedSession>(operations.startSession, [], body, options),
        /** Begin a pause: POST /time-tracking/sessions/pause */
        pause: (body: TimePunch, options?: Keyed & Triable) =>
          requests.write<TimeRecord>(operations.pauseSession, [], body, options),
        /** End the running pause: POST /time-tracking/sessions/resume */
        resume: (body: TimePunch, options?: Keyed & Triable) =>
          requests.write<TimeRecord>(operations.resumeSession, [], body, options),
        /** Clock out: POST /time-tracking/sessions/stop */
        stop: (body: TimePunch, options?: Keyed & Triable) =>
          requests.write<TimeRecord>(operations.stopSession, [], body, options),
        /** Get the open session of a member: GET /time-tracking/sessions/active */
        getActive: <const F extends keyof TimeRecord = keyof TimeRecord, E extends string | undefined = undefined>(query: GetActiveSessionQuery & Fields<F> = {}, options?: Conditional<E>) =>
          requests.read<Pick<TimeRecord, F> | null, E>(operations.getActiveSession, [], query, options),
      },
      timestamps: {
        /** Add a category timestamp to the open session: POST /time-tracking/timestamps */
        create: (body: TimestampCreate, options?: Keyed & Triable) =>
          requests.write<SessionTimestamp>(operations.createTimestamp, [], body, options),
      },
      logs: {
        /** List the logs of a member: GET /time-tracking/logs */
        list: <const F extends keyof TimeRecord = keyof TimeRecord>(query: ListLogsQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<TimeRecord, F>>(operations.listLogs, [], query, options),
        /** Create a log: POST /time-tracking/logs */
        create: (body: LogCreate, options?: Keyed & Triable) =>
          requests.write<TimeRecord>(operations.createLog, [], body, options),
        /** Create many logs: POST /time-tracking/logs/bulk */
        bulk: (body: LogBulk, options?: Keyed & Triable) =>
          requests.write<LogBulkResult>(operations.bulkCreateLogs, [], body, options),
        /** Get one log: GET /time-tracking/logs/{id} */
        get: <const F extends keyof TimeRecord = keyof TimeRecord, E extends string | undefined = undefined>(id: string, query: GetLogQuery & Fields<F> = {}, options?: Conditional<E>) =>
          requests.read<Pick<TimeRecord, F>, E>(operations.getLog, [id], query, options),
        /** Change a log: PATCH /time-tracking/logs/{id} */
        update: (id: string, body: LogUpdate, options: Keyed & Matching & Triable) =>
          requests.write<TimeRecord>(operations.updateLog, [id], body, options),
      },
      /** Get the hours of a member: GET /time-tracking/totals */
      getTotals: <const F extends keyof TimeTotals = keyof TimeTotals, E extends string | undefined = undefined>(query: GetTotalsQuery & Fields<F>, options?: Conditional<E>) =>
        requests.read<Pick<TimeTotals, F>, E>(operations.getTotals, [], query, options),
      memberTotals: {
        /** List the hours of all members: GET /time-tracking/member-totals */
        list: <const F extends keyof TimeMemberTotals = keyof TimeMemberTotals>(query: ListMemberTotalsQuery & Fields<F>, options?: CallOptions) =>
          requests.list<Pick<TimeMemberTotals, F>>(operations.listMemberTotals, [], query, options),
        /** List the hours of all members that have changed, for a copy: GET /time-tracking/member-totals */
        changes: <const F extends keyof TimeMemberTotals = keyof TimeMemberTotals>(query: ListMemberTotalsQuery & Fields<F>, options?: CallOptions) =>
          requests.changes<Pick<TimeMemberTotals, F>>(operations.listMemberTotals, [], query, options),
      },
      memberLogs: {
        /** List the logs and open sessions of all members: GET /time-tracking/member-logs */
        list: <const F extends keyof TimeRecord = keyof TimeRecord>(query: ListMemberLogsQuery & Fields<F>, options?: CallOptions) =>
          requests.list<Pick<TimeRecord, F>>(operations.listMemberLogs, [], query, options),
        /** List the logs and open sessions of all members that have changed, for a copy: GET /time-tracking/member-logs */
        changes: <const F extends keyof TimeRecord = keyof TimeRecord>(query: ListMemberLogsQuery & Fields<F>, options?: CallOptions) =>
          requests.changes<Pick<TimeRecord, F>>(operations.listMemberLogs, [], query, options),
      },
      findings: {
        /** List what the rules of working time do not allow: GET /time-tracking/findings */
        list: <const F extends keyof Finding = keyof Finding>(query: ListFindingsQuery & Fields<F>, options?: CallOptions) =>
          requests.list<Pick<Finding, F>>(operations.listFindings, [], query, options),
      },
    },
    calendarDays: {
      /** List the days of the calendar: GET /calendar-days */
      list: <const F extends keyof CalendarDay = keyof CalendarDay>(query: ListCalendarDaysQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<CalendarDay, F>>(operations.listCalendarDays, [], query, options),
    },
    events: {
      /** List events: GET /events */
      list: <const F extends keyof Event = keyof Event>(query: ListEventsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<Event, F>>(operations.listEvents, [], query, options),
      /** Get one event: GET /events/{id} */
      get: <const F extends keyof Event = keyof Event, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Event, F>, E>(operations.getEvent, [id], query, options),
    },
    webhookEndpoints: {
      /** List webhook endpoints: GET /webhook-endpoints */
      list: <const F extends keyof WebhookEndpoint = keyof WebhookEndpoint>(query: ListWebhookEndpointsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<WebhookEndpoint, F>>(operations.listWebhookEndpoints, [], query, options),
      /** Create a webhook endpoint: POST /webhook-endpoints */
      create: (body: WebhookEndpointCreate, options?: Keyed) =>
        requests.write<WebhookEndpointWithSecret>(operations.createWebhookEndpoint, [], body, options),
      /** Get one webhook endpoint: GET /webhook-endpoints/{id} */
      get: <const F extends keyof WebhookEndpoint = keyof WebhookEndpoint, E extends string | undefined = undefined>(id: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<WebhookEndpoint, F>, E>(operations.getWebhookEndpoint, [id], query, options),
      /** Change a webhook endpoint: PATCH /webhook-endpoints/{id} */
      update: (id: string, body: WebhookEndpointUpdate, options: Keyed & Matching) =>
        requests.write<WebhookEndpoint>(operations.updateWebhookEndpoint, [id], body, options),
      /** Delete a webhook endpoint: DELETE /webhook-endpoints/{id} */
      delete: (id: string, options: Keyed & Matching) =>
        requests.write<undefined>(operations.deleteWebhookEndpoint, [id], undefined, options),
      /** Rotate the secret of a webhook endpoint: POST /webhook-endpoints/{id}/rotate-secret */
      rotateSecret: (id: string, options?: Keyed) =>
        requests.write<WebhookEndpointWithSecret>(operations.rotateWebhookSecret, [id], undefined, options),
      /** Send a test event to a webhook endpoint: POST /webhook-endpoints/{id}/test */
      test: (id: string, options?: Keyed) =>
        requests.write<WebhookDelivery>(operations.testWebhookEndpoint, [id], undefined, options),
      deliveries: {
        /** List deliveries to a webhook endpoint: GET /webhook-endpoints/{id}/deliveries */
        list: <const F extends keyof WebhookDelivery = keyof WebhookDelivery>(id: string, query: ListWebhookDeliveriesQuery & Fields<F> = {}, options?: CallOptions) =>
          requests.list<Pick<WebhookDelivery, F>>(operations.listWebhookDeliveries, [id], query, options),
        /** Get one delivery with its attempts: GET /webhook-endpoints/{id}/deliveries/{deliveryId} */
        get: <const F extends keyof WebhookDeliveryWithAttempts = keyof WebhookDeliveryWithAttempts, E extends string | undefined = undefined>(id: string, deliveryId: string, query: Fields<F> = {}, options?: Conditional<E>) =>
          requests.read<Pick<WebhookDeliveryWithAttempts, F>, E>(operations.getWebhookDelivery, [id, deliveryId], query, options),
        /** Send a delivery again: POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver */
        redeliver: (id: string, deliveryId: string, options?: Keyed) =>
          requests.write<WebhookDelivery>(operations.redeliverWebhook, [id, deliveryId], undefined, options),
      },
      /** Send events of the feed again: POST /webhook-endpoints/{id}/replay */
      replay: (id: string, body: WebhookReplay, options?: Keyed) =>
        requests.write<WebhookReplayed>(operations.replayWebhookEvents, [id], body, options),
    },
    integration: {
      /** Get your own integration: GET /integration */
      get: <const F extends keyof Integration = keyof Integration, E extends string | undefined = undefined>(query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<Integration, F>, E>(operations.getIntegration, [], query, options),
    },
    requests: {
      /** List the records of requests: GET /requests */
      list: <const F extends keyof RequestRecord = keyof RequestRecord>(query: ListRequestsQuery & Fields<F> = {}, options?: CallOptions) =>
        requests.list<Pick<RequestRecord, F>>(operations.listRequests, [], query, options),
      /** Get the record of a request: GET /requests/{requestId} */
      get: <const F extends keyof RequestRecord = keyof RequestRecord, E extends string | undefined = undefined>(requestId: string, query: Fields<F> = {}, options?: Conditional<E>) =>
        requests.read<Pick<RequestRecord, F>, E>(operations.getRequest, [requestId], query, options),
    },
    usage: {
      /** List the usage of each hour or day: GET /usage */
      list: <const F extends keyof Usage = keyof Usage>(query: ListUsageQuery & Fields<F>, options?: CallOptions) =>
        requests.list<Pick<Usage, F>>(operations.listUsage, [], query, options),
    },
  };
}

export interface Resources extends Readonly<ReturnType<typeof resourcesOf>> {}
