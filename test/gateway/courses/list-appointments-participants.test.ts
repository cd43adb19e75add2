import { describeParticipantList } from '../../support/describe-participant-list.ts';

describeParticipantList(
  'GET /courses/{id}/appointments?userId=',
  (school) => `/courses/${school.id('courses/algebra')}/appointments`,
);
