import { present } from '../../../../platform/core/present.ts';
import { SessionService } from '../../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { TimePunch } from '../../../schema/time-punch.ts';
import { logExample, StartedSession, sessionExample } from '../../../schema/time-record.ts';
import { punch } from '../punch.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';

export const startSession = writeEndpoint({
  path: '/time-tracking/sessions/start',
  method: 'POST',
  operationId: 'startSession',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Clock in',
  description:
    'First closes open sessions from earlier days, each at the end of the day on which it started, in the institution’s time zone. `closedActiveSession` is the earliest of them.',
  member: 'request',
  idempotencyKey: 'required',
  body: TimePunch,
  bodyExample: { code: 'NH-0001' },
  refusals: [refusals.disabled, refusals.open, refusals.overlapping, refusals.monthClosed],
  success: 201,
  data: StartedSession,
  example: {
    ...sessionExample,
    closedActiveSession: { ...logExample, autoClosed: true },
  },
  async run({ member, body, send }) {
    const { message, metadata } = await send(SessionService.method.startSession, punch(member, body));
    const session = present(message.session, 'session');
    const closed = message.closedActiveSession;
    return {
      data: {
        ...timeRecordView(session),
        ...(closed ? { closedActiveSession: timeRecordView(closed) } : {}),
      },
      revision: session.revision,
      metadata,
    };
  },
});
