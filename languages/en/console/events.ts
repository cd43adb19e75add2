import { type Fragment, rich } from '../../rich.ts';

const SOMEBODY = 'somebody';

/** Of a kind of records, in a sentence about one of them. */
const was = (kind: string, done: string) => (name?: string) =>
  name === undefined ? `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind} was ${done}` : `the ${kind} ${name} was ${done}`;

/** Events. */
export const events = {
  about: 'Every change, as integrations read it from the feed and receive it by webhook.',
  /** Of the page of one event. */
  title: (type: string) => type,
  eventId: 'Event ID',
  /** As the rest of a sentence: “Copy event ID”. */
  ofEventId: 'event ID',
  resource: 'Resource',
  resourceId: 'Resource ID',
  ofResourceId: 'resource ID',
  actorId: 'Actor ID',
  ofActorId: 'actor ID',
  by: 'By',
  noMatch: 'No such events',
  noMatchText: 'No event matches these filters. Older ones are no longer kept.',
  none: 'No events yet',
  noneText: 'Events appear here when people, rooms, appointments or other resources are created or changed.',
  changed: 'Changed',
  changedFields: (fields: string) => `Changed: ${fields}`,
  sequence: (type: Fragment, number: string) => rich`${type}, sequence ${number} of the feed`,
  allOfResource: 'All its events',
  sentNowhere: 'Sent nowhere',
  sentNowhereText:
    'No webhook endpoint received this type of event at that time. To send it to one now, replay the period.',
  actors: { integration: 'Integration', administrator: 'Administrator', operator: 'Operator', system: 'Lyceum' },
  /** The same after the actor’s name. */
  ofActor: { integration: 'integration', administrator: 'administrator', operator: 'operator', system: 'lyceum' },
  /** Instead of the name of a person who was erased. */
  erased: 'an erased person',
  /** What events are about. */
  resources: {
    appointment: 'Appointment',
    closed_month: 'Closed month',
    course: 'Course',
    curriculum: 'Curriculum',
    institution_settings: 'Institution settings',
    location: 'Location',
    pathway: 'Pathway',
    room: 'Room',
    study_program: 'Study program',
    study_program_version: 'Study program version',
    time_tracking_log: 'Time tracking log',
    time_tracking_session: 'Time tracking session',
    timestamp: 'Timestamp',
    user: 'User',
    user_group: 'User group',
  },
  /** By type. The first letter becomes a capital. The name is that of the person, course or room, if it is known. */
  told: {
    'appointment.created': was('appointment', 'added'),
    'appointment.updated': was('appointment', 'changed'),
    'appointment.deleted': was('appointment', 'deleted'),
    'course.created': was('course', 'added'),
    'course.updated': was('course', 'changed'),
    'curriculum.created': was('curriculum', 'added'),
    'curriculum.updated': was('curriculum', 'changed'),
    'location.created': was('location', 'added'),
    'location.updated': was('location', 'changed'),
    'log.created': (who = SOMEBODY) => `a time record of ${who} was added`,
    'log.updated': (who = SOMEBODY) => `a time record of ${who} was changed`,
    'log.deleted': () => 'a time record was deleted',
    'month.closed': () => 'a month was closed',
    'month.reopened': () => 'a closed month was opened again',
    'pathway.created': was('pathway', 'added'),
    'program.created': was('study program', 'added'),
    'program.updated': was('study program', 'changed'),
    'program_version.created': was('study program version', 'added'),
    'program_version.updated': was('study program version', 'changed'),
    'room.created': was('room', 'added'),
    'room.updated': was('room', 'changed'),
    'session.started': (who = SOMEBODY) => `${who} clocked in`,
    'session.paused': (who = SOMEBODY) => `${who} began a pause`,
    'session.resumed': (who = SOMEBODY) => `${who} ended a pause`,
    'session.stopped': (who = SOMEBODY) => `${who} clocked out`,
    'session.auto_closed': (who = SOMEBODY) => `the session of ${who} was closed automatically`,
    'settings.updated': () => 'the settings were changed',
    'timestamp.added': () => 'a timestamp was added to a session',
    'user.created': was('user', 'added'),
    'user.updated': was('user', 'changed'),
    'user_group.created': was('user group', 'added'),
    'user_group.updated': was('user group', 'changed'),
    'webhook.test': () => 'a test event',
  },
  /** Of a type that a later release has added. */
  other: (type: string) => `an event of type ${type}`,
  /** Several of one request and one person. */
  several: {
    'log.created': (count: number, who = SOMEBODY) => `${count} time records of ${who} were added`,
    'log.updated': (count: number, who = SOMEBODY) => `${count} time records of ${who} were changed`,
  },
};
