import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionAutoClosedSchema, SessionStartedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { startSession as decide } from '../domain/start-session.ts';
import { findConflicts, insertRecords, updateRecord } from '../store/time-records.ts';
import { lockOpen, punchOf, punchSteps, sessionEvent } from './punch-command.ts';
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
    const started = resourceEvent(SessionStartedSchema, session.id, { aggregateId: userId });
    return {
      response: {
        session: timeRecordMessage(session),
        ...(closed ? { closedActiveSession: timeRecordMessage(closed) } : {}),
      },
      events: closed ? [sessionEvent(SessionAutoClosedSchema, { before: open, next: closed }), started] : [started],
    };
  },
});
