/** What an event of a service becomes in the feed. */
export interface FeedType {
  readonly type: string;
  /** Of what kind the resource is. */
  readonly resource: string;
  /** Where the resource is read under `/api/v4`, by its id and its aggregate's; absent where there is no read. */
  readonly path?: (id: string, aggregateId: string) => string;
}

const record = (folder: string) => (id: string) => `/${folder}/${id}`;
const version = (id: string, program: string) => `/continuing-education/${program}/versions/${id}`;
const log = (id: string, user: string) => `/time-tracking/logs/${id}?userId=${user}`;
const session = (_: string, user: string) => `/time-tracking/sessions/active?userId=${user}`;

/** All events that tell of resources of the API, by the names of their contracts behind `lyceum.`: the table that docs/events.md shows. */
export const feedTypes: Readonly<Record<string, FeedType>> = {
  'directory.v1.UserCreated': { type: 'user.created', resource: 'user', path: record('users') },
  'directory.v1.UserUpdated': { type: 'user.updated', resource: 'user', path: record('users') },
  'directory.v1.CourseCreated': { type: 'course.created', resource: 'course', path: record('courses') },
  'directory.v1.CourseUpdated': { type: 'course.updated', resource: 'course', path: record('courses') },
  'directory.v1.InstitutionSettingsChanged': { type: 'settings.updated', resource: 'institution_settings' },
  'scheduling.v1.AppointmentCreated': {
    type: 'appointment.created',
    resource: 'appointment',
    path: record('appointments'),
  },
  'scheduling.v1.AppointmentUpdated': {
    type: 'appointment.updated',
    resource: 'appointment',
    path: record('appointments'),
  },
  'scheduling.v1.AppointmentDeleted': {
    type: 'appointment.deleted',
    resource: 'appointment',
    path: record('appointments'),
  },
  'timetracking.v1.SessionStarted': { type: 'session.started', resource: 'time_tracking_session', path: session },
  'timetracking.v1.SessionPaused': { type: 'session.paused', resource: 'time_tracking_session', path: session },
  'timetracking.v1.SessionResumed': { type: 'session.resumed', resource: 'time_tracking_session', path: session },
  'timetracking.v1.SessionStopped': { type: 'session.stopped', resource: 'time_tracking_log', path: log },
  'timetracking.v1.SessionAutoClosed': { type: 'session.auto_closed', resource: 'time_tracking_log', path: log },
  'timetracking.v1.TimestampAdded': { type: 'timestamp.added', resource: 'timestamp' },
  'timetracking.v1.LogCreated': { type: 'log.created', resource: 'time_tracking_log', path: log },
  'timetracking.v1.LogUpdated': { type: 'log.updated', resource: 'time_tracking_log', path: log },
  'curricula.v1.PathwayCreated': { type: 'pathway.created', resource: 'pathway' },
  'curricula.v1.ProgramCreated': {
    type: 'program.created',
    resource: 'study_program',
    path: record('continuing-education'),
  },
  'curricula.v1.ProgramUpdated': {
    type: 'program.updated',
    resource: 'study_program',
    path: record('continuing-education'),
  },
  'curricula.v1.ProgramVersionCreated': {
    type: 'program_version.created',
    resource: 'study_program_version',
    path: version,
  },
  'curricula.v1.ProgramVersionUpdated': {
    type: 'program_version.updated',
    resource: 'study_program_version',
    path: version,
  },
  'curricula.v1.CurriculumCreated': { type: 'curriculum.created', resource: 'curriculum', path: record('curricula') },
  'curricula.v1.CurriculumUpdated': { type: 'curriculum.updated', resource: 'curriculum', path: record('curricula') },
  'locations.v1.LocationCreated': { type: 'location.created', resource: 'location', path: record('locations') },
  'locations.v1.LocationUpdated': { type: 'location.updated', resource: 'location', path: record('locations') },
  'locations.v1.RoomCreated': { type: 'room.created', resource: 'room', path: record('rooms') },
  'locations.v1.RoomUpdated': { type: 'room.updated', resource: 'room', path: record('rooms') },
};

/** What an event of the feed happened to, as it shows it. */
export interface EventResource {
  readonly type: string;
  readonly id: string;
  /** Absent where there is no read. */
  readonly path?: string;
}

/** The resource of an event. Throws for a type that the feed does not have. */
export function resourceOf({
  type,
  resourceId: id,
  aggregateId,
}: {
  readonly type: string;
  readonly resourceId: string;
  readonly aggregateId: string;
}): EventResource {
  const known = byName.get(type);
  if (!known) throw new Error(`${type} is no type of the feed`);
  const { resource, path } = known;
  return { type: resource, id, ...(path ? { path: `/api/v4${path(id, aggregateId)}` } : {}) };
}

const byName = new Map(Object.values(feedTypes).map((each) => [each.type, each]));
