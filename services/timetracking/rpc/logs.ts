import { resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { instantKeyset } from '../../../platform/core/paging.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { LogCreatedSchema, LogUpdatedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { changeLog } from '../domain/change-log.ts';
import { permitted } from '../domain/closed-month.ts';
import { refuseOverlap } from '../domain/conflicts.ts';
import { createLog as record } from '../domain/create-log.ts';
import { logFaults } from '../domain/log-faults.ts';
import { logOf } from '../domain/log-of.ts';
import { refuse } from '../domain/refusals.ts';
import { requestedLog } from '../domain/requested-log.ts';
import { admitMember, getMemberOfLogs } from '../members/admit-member.ts';
import { findClosings } from '../store/closed-months.ts';
import { findAcknowledgementsOf, removeAcknowledgements } from '../store/finding-acknowledgements.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findConflicts, findRecord, insertRecords, listLogs as list, updateRecord } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** POST /time-tracking/logs (decisions 10.7, 10.10, 10.11). */
export const createLog = command(LogService.method.createLog, {
  async admit({ member, log }, { call }) {
    const draft = requestedLog(log);
    const violations = logFaults(draft, draft.pauses);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    return { draft, ...(await admitMember(member, call)) };
  },
  prepare: (_, { admitted }) => admitted.member,
  async run(tx, _, { actor, now, newId, admitted: { draft }, prepared: { userId } }) {
    lockMembers(tx, actor, [userId]);
    const [closings, conflicts] = await Promise.all([
      findClosings(tx, actor, [userId], draft.start),
      findConflicts(tx, actor, [{ userId, start: draft.start, end: draft.end }]),
    ]);
    const source = actor.kind === 'administrator' ? 'console' : 'api';
    const drawn = record(draft, { id: newId(), userId, revision: newId(), now, source });
    const created = permitted(drawn, closings.get(userId) ?? []);
    refuseOverlap(conflicts.get(0) ?? null);
    insertRecords(tx, actor, [created]);
    return {
      response: { log: timeRecordMessage(created) },
      events: [resourceEvent(LogCreatedSchema, created.id, { aggregateId: userId })],
    };
  },
});

/**
 * PATCH /time-tracking/logs/{id} (decisions 4.2, 4.4, 10.9): checks and writes under the member's lock; the edited log
 * does not conflict with itself.
 */
export const updateLog = command(LogService.method.updateLog, {
  // Administrators may also correct the hours of archived users.
  admit: ({ member }, { actor, call }) => admitMember(member, call, actor.kind === 'administrator'),
  reason: ({ reason }) => reason,
  prepare: (_, { admitted }) => admitted.member,
  async run(tx, request, { actor, now, newId, prepared: { userId } }) {
    lockMembers(tx, actor, [userId]);
    const log = logOf(await findRecord(tx, actor, request.id), userId) ?? refuse('LOG_NOT_FOUND');
    requireRevision(request.precondition, log.revision);
    const { next, changes } = changeLog(log, request, { now, revision: newId() });
    if (changes.length > 0) {
      const { start, end } = next;
      const [closings, conflicts, seen] = await Promise.all([
        findClosings(tx, actor, [userId], Math.min(log.start, start)),
        findConflicts(tx, actor, [{ userId, start, end }], log.id),
        // A note alone changes no finding. Times that are changed, and then back, do.
        hasOtherTimes(changes) ? findAcknowledgementsOf(tx, actor, [log]) : [],
      ]);
      const changed = permitted(next, closings.get(userId) ?? [], log);
      refuseOverlap(conflicts.get(0) ?? null);
      updateRecord(tx, actor, changed);
      removeAcknowledgements(tx, actor, seen);
    }
    return {
      response: { log: timeRecordMessage(next) },
      events: updateEvents(LogUpdatedSchema, log.id, { aggregateId: userId, changed: changes }),
    };
  },
});

function hasOtherTimes(changes: readonly string[]): boolean {
  return changes.some((name) => name === 'startTime' || name === 'endTime' || name === 'pauses');
}

/** GET /time-tracking/logs/{id} (decisions 10.1, 10.9). */
export const getLog = query(LogService.method.getLog, async (db, { member, id }, { actor, call }) => {
  const { userId } = await getMemberOfLogs(member, call);
  const log = logOf(await findRecord(db, actor, id), userId) ?? refuse('LOG_NOT_FOUND');
  return { log: timeRecordMessage(log) };
});

/** GET /time-tracking/logs (decisions 2.5): of one member, by start. */
export const listLogs = query(LogService.method.listLogs, async (db, request, { actor, call }) => {
  const keyset = instantKeyset(request.page);
  const { from = '-infinity', to = 'infinity' } = request;
  const { userId } = await getMemberOfLogs(request.member, call);
  const { logs, hasMore } = await list(db, actor, userId, keyset, { from, to });
  return { logs: logs.map(timeRecordMessage), hasMore };
});
