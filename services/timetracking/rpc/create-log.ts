import { refuse } from '../../../platform/core/errors/refusal.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { LogCreatedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { refuseOverlap } from '../domain/conflicts.ts';
import { createLog as record } from '../domain/create-log.ts';
import { logFaults } from '../domain/log-faults.ts';
import { requestedLog } from '../domain/requested-log.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findConflicts, insertRecords } from '../store/time-records.ts';
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
    const conflicts = await findConflicts(tx, actor, [{ userId, start: draft.start, end: draft.end }]);
    refuseOverlap(conflicts.get(0) ?? null);
    const source = actor.kind === 'administrator' ? 'console' : 'api';
    const created = record(draft, { id: newId(), userId, revision: newId(), now, source });
    insertRecords(tx, actor, [created]);
    return {
      response: { log: timeRecordMessage(created) },
      events: [resourceEvent(LogCreatedSchema, created.id, { aggregateId: userId })],
    };
  },
});
