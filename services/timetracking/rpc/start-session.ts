import { event } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionStartedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { startSession as decide } from '../domain/start-session.ts';
import { findConflicts, insertRecords, updateRecord } from '../store/time-records.ts';
import { autoClosedEvent, lockOpen, punchOf, punchSteps } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** POST /time-tracking/sessions/start (spec: state table, rows 1 to 3; decisions 10.3, 10.5). */
export const startSession = command(SessionService.method.startSession, {
  ...punchSteps,
  async run(tx, request, context) {
    const { actor, newId, prepared: member } = context;
    const punch = punchOf(request, context);
    const { userId } = member;
    const [open, conflicts] = await Promise.all([
      lockOpen(tx, actor, member),
      findConflicts(tx, actor, [{ userId, start: punch.at, end: null }]),
    ]);
    const { session, closed } = decide(
      { open, conflict: conflicts.get(0) ?? null },
      { ...punch, id: newId(), userId, closedRevision: newId() },
    );
    // The close first: the constraint looks at each statement.
    if (closed) updateRecord(tx, actor, closed);
    insertRecords(tx, actor, [session]);
    const message = timeRecordMessage(session);
    const started = event(SessionStartedSchema, userId, { session: message });
    return {
      response: {
        session: message,
        ...(closed ? { closedActiveSession: timeRecordMessage(closed) } : {}),
      },
      events: closed ? [autoClosedEvent(closed), started] : [started],
    };
  },
});
