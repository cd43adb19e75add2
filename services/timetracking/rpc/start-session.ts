import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { StalePreparation } from '../../../platform/core/errors/refusal.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionAutoClosedSchema, SessionStartedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { startSession as decide, type Timeline } from '../domain/start-session.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { lockMembers } from '../store/lock-members.ts';
import { expectLast, findConflicts, findLast, insertRecords, updateRecord } from '../store/time-records.ts';
import { basisOf, instantOf, punchOf, punchSteps, sessionEvent } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** POST /time-tracking/sessions/start (decisions 10.3, 10.5). */
export const startSession = command(SessionService.method.startSession, {
  admit: punchSteps.admit,
  prepare: (request, context) =>
    basisOf(context, ({ userId }) =>
      readTimeline(context.runtime.db, context.actor, userId, instantOf(request, context)),
    ),
  async run(tx, request, context) {
    const { actor, newId, prepared } = context;
    const punch = punchOf(request, context);
    const { userId, seen } = prepared;
    lockMembers(tx, actor, [userId]);
    if (seen) expectLast(tx, actor, userId, seen.last);
    const timeline = seen ?? (await readTimeline(tx, actor, userId, punch.at));
    const { session, closed } = decide(timeline, { ...punch, id: newId(), userId, closedRevision: newId() });
    // The close goes first: the constraint is checked after each statement.
    if (closed) updateRecord(tx, actor, closed);
    insertRecords(tx, actor, [session]);
    const started = resourceEvent(SessionStartedSchema, session.id, { aggregateId: userId });
    return {
      response: {
        session: timeRecordMessage(session),
        ...(closed ? { closedActiveSession: timeRecordMessage(closed) } : {}),
      },
      events: closed
        ? [sessionEvent(SessionAutoClosedSchema, { before: timeline.open, next: closed }), started]
        : [started],
    };
  },
});

interface SeenTimeline extends Timeline {
  readonly last: TimeRecord | null;
}

/**
 * The records that matter for a start. The member's last record is enough, unless the start lies before it, which is
 * refused in any case. So one look-up, batched with those of other requests, replaces two; the search for conflicts
 * could not be batched.
 */
async function readTimeline(db: Reader, actor: TenantActor, userId: string, at: number): Promise<SeenTimeline> {
  const last = await findLast(db, actor, userId);
  if (!last) return { last, open: null, conflict: null };
  if (last.end === null) return { last, open: last, conflict: last };
  if (last.start <= at) return { last, open: null, conflict: last.end > at ? last : null };
  const conflicts = await findConflicts(db, actor, [{ userId, start: at, end: null }]);
  const conflict = conflicts.get(0) ?? null;
  // The two reads are at different moments, and the session began in between: it is not a conflicting log.
  if (conflict?.end === null) throw new StalePreparation();
  return { last, open: null, conflict };
}
