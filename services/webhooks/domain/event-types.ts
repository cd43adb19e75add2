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
  LogUpdatedSchema,
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
  /** The resource's path under `/api/v4`, from its id and its aggregate's; absent if it cannot be read. */
  readonly path?: (id: string, aggregateId: string) => string;
}

const record = (folder: string) => (id: string) => `/${folder}/${id}`;
const version = (id: string, program: string) => `/continuing-education/${program}/versions/${id}`;
const log = (id: string, user: string) => `/time-tracking/logs/${id}?userId=${user}`;
const session = (_: string, user: string) => `/time-tracking/sessions/active?userId=${user}`;

/** All events about resources of the API, by the full names of their messages: the table that docs/events.md shows. */
export const feedTypes: Readonly<Record<string, FeedType>> = {
  [UserCreatedSchema.typeName]: { type: 'user.created', resource: 'user', path: record('users') },
  [UserUpdatedSchema.typeName]: { type: 'user.updated', resource: 'user', path: record('users') },
  [CourseCreatedSchema.typeName]: { type: 'course.created', resource: 'course', path: record('courses') },
  [CourseUpdatedSchema.typeName]: { type: 'course.updated', resource: 'course', path: record('courses') },
  [UserGroupCreatedSchema.typeName]: {
    type: 'user_group.created',
    resource: 'user_group',
    path: record('user-groups'),
  },
  [UserGroupUpdatedSchema.typeName]: {
    type: 'user_group.updated',
    resource: 'user_group',
    path: record('user-groups'),
  },
  [InstitutionSettingsChangedSchema.typeName]: { type: 'settings.updated', resource: 'institution_settings' },
  [AppointmentCreatedSchema.typeName]: {
    type: 'appointment.created',
    resource: 'appointment',
    path: record('appointments'),
  },
  [AppointmentUpdatedSchema.typeName]: {
    type: 'appointment.updated',
    resource: 'appointment',
    path: record('appointments'),
  },
  [AppointmentDeletedSchema.typeName]: {
    type: 'appointment.deleted',
    resource: 'appointment',
    path: record('appointments'),
  },
  [SessionStartedSchema.typeName]: { type: 'session.started', resource: 'time_tracking_session', path: session },
  [SessionPausedSchema.typeName]: { type: 'session.paused', resource: 'time_tracking_session', path: session },
  [SessionResumedSchema.typeName]: { type: 'session.resumed', resource: 'time_tracking_session', path: session },
  [SessionStoppedSchema.typeName]: { type: 'session.stopped', resource: 'time_tracking_log', path: log },
  [SessionAutoClosedSchema.typeName]: { type: 'session.auto_closed', resource: 'time_tracking_log', path: log },
  [TimestampAddedSchema.typeName]: { type: 'timestamp.added', resource: 'timestamp' },
  [LogCreatedSchema.typeName]: { type: 'log.created', resource: 'time_tracking_log', path: log },
  [LogUpdatedSchema.typeName]: { type: 'log.updated', resource: 'time_tracking_log', path: log },
  [PathwayCreatedSchema.typeName]: { type: 'pathway.created', resource: 'pathway' },
  [ProgramCreatedSchema.typeName]: {
    type: 'program.created',
    resource: 'study_program',
    path: record('continuing-education'),
  },
  [ProgramUpdatedSchema.typeName]: {
    type: 'program.updated',
    resource: 'study_program',
    path: record('continuing-education'),
  },
  [ProgramVersionCreatedSchema.typeName]: {
    type: 'program_version.created',
    resource: 'study_program_version',
    path: version,
  },
  [ProgramVersionUpdatedSchema.typeName]: {
    type: 'program_version.updated',
    resource: 'study_program_version',
    path: version,
  },
  [CurriculumCreatedSchema.typeName]: { type: 'curriculum.created', resource: 'curriculum', path: record('curricula') },
  [CurriculumUpdatedSchema.typeName]: { type: 'curriculum.updated', resource: 'curriculum', path: record('curricula') },
  [LocationCreatedSchema.typeName]: { type: 'location.created', resource: 'location', path: record('locations') },
  [LocationUpdatedSchema.typeName]: { type: 'location.updated', resource: 'location', path: record('locations') },
  [RoomCreatedSchema.typeName]: { type: 'room.created', resource: 'room', path: record('rooms') },
  [RoomUpdatedSchema.typeName]: { type: 'room.updated', resource: 'room', path: record('rooms') },
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

/** Whether the feed has events of the type. */
export function isFeedType(type: string): boolean {
  return byName.has(type);
}

/** Whether a filter by these types of the feed lets all events through. */
export function areAllFeedTypes(types: ReadonlySet<string>): boolean {
  return types.size === byName.size;
}
