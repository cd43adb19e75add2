import { updateEvents } from '../../../platform/core/event.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { LogUpdatedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { changeLog } from '../domain/change-log.ts';
import { refuseOverlap } from '../domain/conflicts.ts';
import { logOf } from '../domain/log-of.ts';
import { refuse } from '../domain/refusals.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findConflicts, findRecord, updateRecord } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/**
 * PATCH /time-tracking/logs/{id} (decisions 4.2, 4.4, 10.9): checks and writes under the member's lock; the edited log
 * does not conflict with itself.
 */
export const updateLog = command(LogService.method.updateLog, {
  // Administrators correct the hours of somebody who has left, too.
  admit: ({ member }, { actor, call }) => admitMember(member, call, actor.kind === 'administrator'),
  prepare: (_, { admitted }) => admitted.member,
  async run(tx, request, { actor, now, newId, prepared: { userId } }) {
    lockMembers(tx, actor, [userId]);
    const log = logOf(await findRecord(tx, actor, request.id), userId) ?? refuse('LOG_NOT_FOUND');
    requireRevision(request.precondition, log.revision);
    const { next, changes } = changeLog(log, request, { now, revision: newId() });
    if (changes.length > 0) {
      const { start, end } = next;
      const conflicts = await findConflicts(tx, actor, [{ userId, start, end }], log.id);
      refuseOverlap(conflicts.get(0) ?? null);
      updateRecord(tx, actor, next);
    }
    return {
      response: { log: timeRecordMessage(next) },
      events: updateEvents(LogUpdatedSchema, log.id, { aggregateId: userId, changed: changes }),
    };
  },
});
