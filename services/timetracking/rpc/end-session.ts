import { fromInstantText } from '../../../platform/core/instant.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { SessionStoppedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { endSession as decide } from '../domain/end-session.ts';
import { refuse } from '../domain/refusals.ts';
import { admitInstitution } from '../members/admit-member.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findRecord, updateRecord } from '../store/time-records.ts';
import { sessionEvent } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** Ends a session in the console, of somebody archived, too. Unlike a punch it closes none at the end of its day. */
export const endSession = command(RecordService.method.endSession, {
  admit: (_, { call }) => admitInstitution(call),
  prepare: async ({ id }, { runtime, actor }) =>
    (await findRecord(runtime.db, actor, id))?.userId ?? refuse('LOG_NOT_FOUND'),
  async run(tx, { id, precondition, at }, { actor, now, newId, admitted: zone, prepared: userId }) {
    lockMembers(tx, actor, [userId]);
    const before = (await findRecord(tx, actor, id)) ?? refuse('LOG_NOT_FOUND');
    requireRevision(precondition, before.revision);
    if (before.end !== null) refuse('SESSION_NOT_OPEN');
    const next = decide(before, { at: fromInstantText(at), zone, now, revision: newId() });
    updateRecord(tx, actor, next);
    return {
      response: { log: timeRecordMessage(next) },
      events: [sessionEvent(SessionStoppedSchema, { before, next })],
    };
  },
});
