import type { TenantActor } from '../../../platform/core/actor.ts';
import { StalePreparation } from '../../../platform/core/errors/stale-preparation.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionAutoClosedSchema, SessionStartedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { startSession as decide, type Timeline } from '../domain/start-session.ts';
import { lockMembers } from '../store/lock-members.ts';
import { expectTimeline, findConflicts, findOpen, insertRecords, updateRecord } from '../store/time-records.ts';
import { basisOf, instantOf, punchOf, punchSteps, sessionEvent } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** POST /time-tracking/sessions/start (spec: state table, rows 1 to 3; decisions 10.3, 10.5). */
export const startSession = command(SessionService.method.startSession, {
  admit: punchSteps.admit,
  prepare: (request, context) =>
    basisOf(context, async ({ userId }) => {
      const seen = await findTimeline(context.runtime.db, context.actor, userId, instantOf(request, context));
      // Read at two moments, between which the session began: it is no log in the way.
      if (seen.conflict?.end === null && seen.conflict.id !== seen.open?.id) throw new StalePreparation();
      return seen;
    }),
  async run(tx, request, context) {
    const { actor, newId, prepared } = context;
    const punch = punchOf(request, context);
    const { userId, seen } = prepared;
    lockMembers(tx, actor, [userId]);
    if (seen) expectTimeline(tx, actor, { userId, open: seen.open, freeFrom: punch.at });
    const timeline = seen ?? (await findTimeline(tx, actor, userId, punch.at));
    const { session, closed } = decide(timeline, { ...punch, id: newId(), userId, closedRevision: newId() });
    // The close first: the constraint looks at each statement.
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

async function findTimeline(db: Reader, actor: TenantActor, userId: string, at: number): Promise<Timeline> {
  const [open, conflicts] = await Promise.all([
    findOpen(db, actor, userId),
    findConflicts(db, actor, [{ userId, start: at, end: null }]),
  ]);
  return { open, conflict: conflicts.get(0) ?? null };
}
