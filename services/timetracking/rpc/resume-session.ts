import { command } from '../../../platform/handler/command.ts';
import { SessionResumedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { resumeSession as decide } from '../domain/resume-session.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { actOnOpen, punchOf, punchSteps, sessionEvent } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** POST /time-tracking/sessions/resume (decisions 10.4 to 10.6). */
export const resumeSession = command(SessionService.method.resumeSession, {
  ...punchSteps,
  run: (tx, request, context) => {
    const punch = punchOf(request, context);
    const act = (open: TimeRecord | null) => decide(open, punch);
    return actOnOpen(tx, context, act, (change) => ({
      response: { session: timeRecordMessage(change.next) },
      events: [sessionEvent(SessionResumedSchema, change)],
    }));
  },
});
