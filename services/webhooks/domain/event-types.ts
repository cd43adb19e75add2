import { type AreaName, type Grant, grants } from '../../../platform/core/grant.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  CurriculumCreatedSchema,
  CurriculumUpdatedSchema,
  PathwayCreatedSchema,
  ProgramCreatedSchema,
  ProgramUpdatedSchema,
  ProgramVersionCreatedSchema,
  ProgramVersionUpdatedSchema,
} from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import {
  CourseCreatedSchema,
  CourseUpdatedSchema,
  InstitutionSettingsChangedSchema,
  UserCreatedSchema,
  UserGroupCreatedSchema,
  UserGroupUpdatedSchema,
  UserUpdatedSchema,
} from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import {
  LocationCreatedSchema,
  LocationUpdatedSchema,
  RoomCreatedSchema,
  RoomUpdatedSchema,
} from '../../../proto/gen/lyceum/locations/v1/events_pb.ts';
import {
  AppointmentCreatedSchema,
  AppointmentDeletedSchema,
  AppointmentUpdatedSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import {
  LogCreatedSchema,
  LogDeletedSchema,
  LogUpdatedSchema,
  MonthClosedSchema,
  MonthReopenedSchema,
  SessionAutoClosedSchema,
  SessionPausedSchema,
  SessionResumedSchema,
  SessionStartedSchema,
  SessionStoppedSchema,
  TimestampAddedSchema,
} from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { type Resource, ResourceSchema } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';

/** The feed's form of a service's event. */
export interface FeedType {
  readonly type: string;
  /** The kind of the resource. */
  readonly resource: string;
  /** What an integration needs to know of its events. */
  readonly area: AreaName;
  /** The resource's path under `/api/v4`, from its id and its aggregate's; absent if it cannot be read. */
  readonly path?: (id: string, aggregateId: string) => string;
}

const record = (folder: string) => (id: string) => `/${folder}/${id}`;
const version = (id: string, program: string) => `/continuing-education/${program}/versions/${id}`;
const log = (id: string, user: string) => `/time-tracking/logs/${id}?userId=${user}`;
const session = (_: string, user: string) => `/time-tracking/sessions/active?userId=${user}`;

function of(type: string, resource: string, area: AreaName, path?: NonNullable<FeedType['path']>): FeedType {
  return { type, resource, area, ...(path && { path }) };
}

/** All events about resources of the API, by the full names of their messages: the table that docs/events.md shows. */
export const feedTypes: Readonly<Record<string, FeedType>> = {
  [UserCreatedSchema.typeName]: of('user.created', 'user', 'users', record('users')),
  [UserUpdatedSchema.typeName]: of('user.updated', 'user', 'users', record('users')),
  [CourseCreatedSchema.typeName]: of('course.created', 'course', 'courses', record('courses')),
  [CourseUpdatedSchema.typeName]: of('course.updated', 'course', 'courses', record('courses')),
  [UserGroupCreatedSchema.typeName]: of('user_group.created', 'user_group', 'users', record('user-groups')),
  [UserGroupUpdatedSchema.typeName]: of('user_group.updated', 'user_group', 'users', record('user-groups')),
  [InstitutionSettingsChangedSchema.typeName]: of('settings.updated', 'institution_settings', 'events'),
  [AppointmentCreatedSchema.typeName]: of('appointment.created', 'appointment', 'appointments', record('appointments')),
  [AppointmentUpdatedSchema.typeName]: of('appointment.updated', 'appointment', 'appointments', record('appointments')),
  [AppointmentDeletedSchema.typeName]: of('appointment.deleted', 'appointment', 'appointments', record('appointments')),
  [SessionStartedSchema.typeName]: of('session.started', 'time_tracking_session', 'time-tracking', session),
  [SessionPausedSchema.typeName]: of('session.paused', 'time_tracking_session', 'time-tracking', session),
  [SessionResumedSchema.typeName]: of('session.resumed', 'time_tracking_session', 'time-tracking', session),
  [SessionStoppedSchema.typeName]: of('session.stopped', 'time_tracking_log', 'time-tracking', log),
  [SessionAutoClosedSchema.typeName]: of('session.auto_closed', 'time_tracking_log', 'time-tracking', log),
  [TimestampAddedSchema.typeName]: of('timestamp.added', 'timestamp', 'time-tracking'),
  [LogCreatedSchema.typeName]: of('log.created', 'time_tracking_log', 'time-tracking', log),
  [LogUpdatedSchema.typeName]: of('log.updated', 'time_tracking_log', 'time-tracking', log),
  [LogDeletedSchema.typeName]: of('log.deleted', 'time_tracking_log', 'time-tracking'),
  [MonthClosedSchema.typeName]: of('month.closed', 'closed_month', 'time-tracking'),
  [MonthReopenedSchema.typeName]: of('month.reopened', 'closed_month', 'time-tracking'),
  [PathwayCreatedSchema.typeName]: of('pathway.created', 'pathway', 'curricula'),
  [ProgramCreatedSchema.typeName]: of(
    'program.created',
    'study_program',
    'continuing-education',
    record('continuing-education'),
  ),
  [ProgramUpdatedSchema.typeName]: of(
    'program.updated',
    'study_program',
    'continuing-education',
    record('continuing-education'),
  ),
  [ProgramVersionCreatedSchema.typeName]: of(
    'program_version.created',
    'study_program_version',
    'continuing-education',
    version,
  ),
  [ProgramVersionUpdatedSchema.typeName]: of(
    'program_version.updated',
    'study_program_version',
    'continuing-education',
    version,
  ),
  [CurriculumCreatedSchema.typeName]: of('curriculum.created', 'curriculum', 'curricula', record('curricula')),
  [CurriculumUpdatedSchema.typeName]: of('curriculum.updated', 'curriculum', 'curricula', record('curricula')),
  [LocationCreatedSchema.typeName]: of('location.created', 'location', 'locations', record('locations')),
  [LocationUpdatedSchema.typeName]: of('location.updated', 'location', 'locations', record('locations')),
  [RoomCreatedSchema.typeName]: of('room.created', 'room', 'locations', record('rooms')),
  [RoomUpdatedSchema.typeName]: { type: 'room.updated', resource: 'room', area: 'locations', path: record('rooms') },
};

/** The resource of an event, as the feed shows it. Throws for a type that is not in the feed. */
export function resourceOf({
  type,
  resourceId: id,
  aggregateId,
}: {
  readonly type: string;
  readonly resourceId: string;
  readonly aggregateId: string;
}): Resource {
  const known = byName.get(type);
  if (!known) throw new Error(`${type} is not a type of the feed`);
  const { resource, path } = known;
  return writeResource({ type: resource, id, path: path ? `/api/v4${path(id, aggregateId)}` : null });
}

const writeResource = messageWriter(ResourceSchema);

const byName = new Map(Object.values(feedTypes).map((each) => [each.type, each]));

/** The feed's types for a kind of resource; null for an unknown kind. */
export function typesOfResource(resource: string): readonly string[] | null {
  const types = Object.values(feedTypes).filter((each) => each.resource === resource);
  return types.length > 0 ? types.map(({ type }) => type) : null;
}

/** The area of a type of the feed; undefined for another text. */
export function areaOfType(type: string): AreaName | undefined {
  return byName.get(type)?.area;
}

/** The types of the feed whose events a grant lets an integration see. */
export function typesGranted(grant: Grant): string[] {
  return Object.values(feedTypes).flatMap(({ type, area }) => (grants(grant, area) ? [type] : []));
}

/** Whether the feed has events of the type. */
export function isFeedType(type: string): boolean {
  return byName.has(type);
}

/** Whether a filter by these types of the feed lets all events through. */
export function areAllFeedTypes(types: ReadonlySet<string>): boolean {
  return types.size === byName.size;
}
