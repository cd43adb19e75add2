import { present } from '../../../../platform/core/present.ts';
import type { Timestamp } from '../../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { SessionService } from '../../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { asView } from '../../../endpoint/envelope.ts';
import { TimestampCreate } from '../../../schema/time-punch.ts';
import { SessionTimestamp, type SessionTimestampView, timestampExample } from '../../../schema/time-timestamp.ts';
import { punch } from '../punch.ts';
import { refusals } from '../refusals.ts';

export const createTimestamp = writeEndpoint({
  path: '/time-tracking/timestamps',
  method: 'POST',
  operationId: 'createTimestamp',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Add a category timestamp to the open session',
  description: 'Also possible during a pause. Requires at least one of `templateId` and `label`.',
  member: 'request',
  body: TimestampCreate,
  bodyExample: { code: 'NH-0001', label: 'Exam supervision' },
  unknownReference: { pointer: '/templateId', message: 'must be the id of a timestamp template' },
  rules: ({ templateId, label }) =>
    (templateId ?? label) === undefined || (templateId ?? label) === null
      ? [{ pointer: '/templateId', code: 'required', message: 'is required unless label is given' }]
      : [],
  refusals: [refusals.disabled, refusals.notOpen, refusals.autoClosed, refusals.monthClosed],
  success: 201,
  data: SessionTimestamp,
  example: timestampExample,
  hasEtag: false,
  async run({ member, body, send }) {
    const { templateId, label } = body;
    const { message, metadata } = await send(SessionService.method.addTimestamp, {
      ...punch(member, body),
      ...(templateId ? { templateId } : {}),
      ...(label === undefined ? {} : { label }),
    });
    const timestamp = present(message.timestamp, 'timestamp');
    return { data: { ...timestampView(timestamp), sessionId: message.sessionId }, metadata };
  },
});

const timestampView = asView<Omit<SessionTimestampView, 'sessionId'>, Timestamp>;
