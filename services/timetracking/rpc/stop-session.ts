import { command } from '../../../platform/handler/command.ts';
import { SessionAutoClosedSchema, SessionStoppedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { stopSession as decide } from '../domain/stop-session.ts';
import { updateRecord } from '../store/time-records.ts';
import { punchOf, punchSteps, secureOpen, sessionEvent } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/**
 * POST /time-tracking/sessions/stop (decisions 10.4 to 10.6): returns the log, even if the punch found it
 * auto-closed.
 */
export const stopSession = command(SessionService.method.stopSession, {
  ...punchSteps,
  async run(tx, request, context) {
    const { actor, prepared } = context;
    const before = await secureOpen(tx, actor, prepared);
    const punched = decide(before, punchOf(request, context));
    const next = 'autoClosed' in punched ? punched.autoClosed : punched.next;
    updateRecord(tx, actor, next);
    return {
      response: { log: timeRecordMessage(next) },
      events: [sessionEvent(next.autoClosed ? SessionAutoClosedSchema : SessionStoppedSchema, { before, next })],
    };
  },
});
