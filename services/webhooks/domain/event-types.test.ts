import { describe, expect, it } from 'vitest';
import { feedTypes, resourceOf } from './event-types.ts';

describe('the event types of the feed', () => {
  it('are those of the specification', () => {
    const types = Object.values(feedTypes).map(({ type }) => type);
    expect(types.toSorted()).toEqual(SPECIFIED.toSorted());
  });

  it.each([
    ['user.updated', 'user', '/api/v4/users/1'],
    ['program_version.updated', 'study_program_version', '/api/v4/continuing-education/2/versions/1'],
    ['session.started', 'time_tracking_session', '/api/v4/time-tracking/sessions/active?userId=2'],
    ['session.stopped', 'time_tracking_log', '/api/v4/time-tracking/logs/1?userId=2'],
    ['timestamp.added', 'timestamp', undefined],
  ])('%s is about a %s at %s', (type, resource, path) => {
    expect(resourceOf({ type, resourceId: '1', aggregateId: '2' })).toMatchObject({ type: resource, id: '1', path });
  });
});

const SPECIFIED = [
  ...['user.created', 'user.updated', 'course.created', 'course.updated'],
  ...['user_group.created', 'user_group.updated'],
  ...['appointment.created', 'appointment.updated', 'appointment.deleted'],
  ...['session.started', 'session.paused', 'session.resumed', 'session.stopped', 'session.auto_closed'],
  ...['timestamp.added', 'log.created', 'log.updated', 'log.deleted', 'month.closed', 'month.reopened'],
  ...['pathway.created', 'program.created', 'program.updated', 'program_version.created', 'program_version.updated'],
  ...['location.created', 'location.updated', 'room.created', 'room.updated'],
  ...['curriculum.created', 'curriculum.updated', 'settings.updated'],
];
