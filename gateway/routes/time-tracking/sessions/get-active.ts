import { SessionService } from '../../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { readEndpoint } from '../../../endpoint/declare.ts';
import { sessionExample, TimeRecord } from '../../../schema/time-record.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const getActiveSession = readEndpoint({
  path: '/time-tracking/sessions/active',
  operationId: 'getActiveSession',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Get the open session of a member',
  description:
    'Returns the open or paused session, or `{ "data": null }` if the member is not clocked in. Reading never closes a session.',
  member: 'request',
  refusals: [refusals.disabled],
  data: TimeRecord,
  example: sessionExample,
  mayBeNull: true,
  async run({ member, call }) {
    const { session } = await call(SessionService.method.getActiveSession, { member });
    return session ? { data: timeRecordView(session), revision: session.revision } : { data: null };
  },
});
