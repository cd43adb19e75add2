import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { StalePreparation } from '../../../platform/core/errors/refusal.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import {
  SessionAutoClosedSchema,
  SessionPausedSchema,
  SessionResumedSchema,
  SessionStartedSchema,
  SessionStoppedSchema,
} from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { type Closing, permitted } from '../domain/closed-month.ts';
import { lateEnd } from '../domain/late-record.ts';
import { pauseSession as pause } from '../domain/pause-session.ts';
import { resumeSession as resume } from '../domain/resume-session.ts';
import { startSession as start, type Timeline } from '../domain/start-session.ts';
import { stopSession as stop } from '../domain/stop-session.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { getMember } from '../members/admit-member.ts';
import { findClosing } from '../store/closed-months.ts';
import { lockMembers } from '../store/lock-members.ts';
import { expectLast, findConflicts, findLast, findOpen, insertRecords, updateRecord } from '../store/time-records.ts';
import { keepLate, keepLateStart } from './late-punch.ts';
import { actOnOpen, basisOf, instantOf, punchOf, punchSteps, secureOpen, sessionEvent } from './punch-command.ts';
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
    const isSettled = seen && !seen.closing;
    if (isSettled) expectLast(tx, actor, userId, { last: seen.last, at: punch.at });
    const timeline = isSettled ? seen : await readTimeline(tx, actor, userId, punch.at);
    const decide = (known: Timeline) => start(known, { ...punch, id: newId(), userId, closedRevision: newId() });
    if (timeline.closing)
      return keepLateStart(tx, context, { userId, punch, closing: timeline.closing }, (late) =>
        decide({ open: late?.end === null ? late : null, conflict: late }),
      );
    const { session, closed } = decide(timeline);
    // The close goes first: the constraint is checked after each statement.
    if (closed) updateRecord(tx, actor, permitted(closed, []));
    insertRecords(tx, actor, [permitted(session, [])]);
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
  /** The latest closed month that ends after the punch. */
  readonly closing: Closing | null;
}

/**
 * The records that matter for a start. The member's last record is enough, unless the start lies before it, which is
 * refused in any case. So one look-up, batched with those of other requests, replaces two; the search for conflicts
 * could not be batched.
 */
async function readTimeline(db: Reader, actor: TenantActor, userId: string, at: number): Promise<SeenTimeline> {
  const [last, closing] = await Promise.all([findLast(db, actor, userId), findClosing(db, actor, userId, at)]);
  if (!last) return { last, closing, open: null, conflict: null };
  if (last.end === null) return { last, closing, open: last, conflict: last };
  if (last.start <= at) return { last, closing, open: null, conflict: last.end > at ? last : null };
  const conflicts = await findConflicts(db, actor, [{ userId, start: at, end: null }]);
  const conflict = conflicts.get(0) ?? null;
  // The two reads are at different moments, and the session began in between: it is not a conflicting log.
  if (conflict?.end === null) throw new StalePreparation();
  return { last, closing, open: null, conflict };
}

/** POST /time-tracking/sessions/pause (decisions 10.4 to 10.6). */
export const pauseSession = command(SessionService.method.pauseSession, {
  ...punchSteps,
  run: (tx, request, context) => {
    const punch = punchOf(request, context);
    const act = (open: TimeRecord | null) => pause(open, punch);
    return actOnOpen(tx, context, punch, act, (change) => ({
      response: { session: timeRecordMessage(change.next) },
      events: [sessionEvent(SessionPausedSchema, change)],
    }));
  },
});

/** POST /time-tracking/sessions/resume (decisions 10.4 to 10.6). */
export const resumeSession = command(SessionService.method.resumeSession, {
  ...punchSteps,
  run: (tx, request, context) => {
    const punch = punchOf(request, context);
    const act = (open: TimeRecord | null) => resume(open, punch);
    return actOnOpen(tx, context, punch, act, (change) => ({
      response: { session: timeRecordMessage(change.next) },
      events: [sessionEvent(SessionResumedSchema, change)],
    }));
  },
});

/**
 * POST /time-tracking/sessions/stop (decisions 10.4 to 10.6): returns the log, even if the punch found it
 * auto-closed.
 */
export const stopSession = command(SessionService.method.stopSession, {
  ...punchSteps,
  async run(tx, request, context) {
    const { actor, prepared } = context;
    const punch = punchOf(request, context);
    const { open: before, closing } = await secureOpen(tx, actor, prepared, punch.at);
    if (closing) {
      const late = { userId: prepared.userId, punch, closing };
      return keepLate(tx, context, late, (open) => stop(open, punch), lateEnd);
    }
    const punched = stop(before, punch);
    const next = permitted('autoClosed' in punched ? punched.autoClosed : punched.next, []);
    updateRecord(tx, actor, next);
    return {
      response: { log: timeRecordMessage(next) },
      events: [sessionEvent(next.autoClosed ? SessionAutoClosedSchema : SessionStoppedSchema, { before, next })],
    };
  },
});

/**
 * GET /time-tracking/sessions/active: also returns a session of an earlier day; a read never closes anything (decisions
 * 10.5).
 */
export const getActiveSession = query(
  SessionService.method.getActiveSession,
  async (db, { member }, { actor, call }) => {
    const { userId } = await getMember(member, call);
    const open = await findOpen(db, actor, userId);
    return open ? { session: timeRecordMessage(open) } : {};
  },
);
