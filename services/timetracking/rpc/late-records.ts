import { resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command, type PrepareContext } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { LogCreatedSchema, LogUpdatedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { permittedLate } from '../domain/closed-month.ts';
import { refuseOverlap } from '../domain/conflicts.ts';
import { takeOver } from '../domain/late-record.ts';
import { refuse } from '../domain/refusals.ts';
import { zoneOf } from '../members/admit-member.ts';
import { deleteLate, findLate, type LateRecord, listLate } from '../store/late-records.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findConflicts, findRecord, insertRecords, updateRecord } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** "Arrived after closing": what terminals sent of closed months. */
export const listLateRecords = query(
  MonthService.method.listLateRecords,
  async (db, { page, userId = null }, { actor }) => {
    const keyset = newestFirst(page);
    const { rows, hasMore } = cutPage(await listLate(db, actor, keyset, userId), keyset);
    return { lateRecords: rows.map(messageOf), hasMore };
  },
);

/** One of them. */
export const getLateRecord = query(MonthService.method.getLateRecord, async (db, { id }, { actor }) => ({
  lateRecord: messageOf((await findLate(db, actor, id)) ?? refuse('LATE_RECORD_NOT_FOUND')),
}));

function messageOf({ record, isCorrection, arrivedAt }: LateRecord) {
  return { record: timeRecordMessage(record), isCorrection, arrivedAt: toInstantText(arrivedAt) };
}

/** Opens the closed month for this record alone. */
export const takeOverLateRecord = command(MonthService.method.takeOverLateRecord, {
  async prepare({ id }, context) {
    const [userId, zone] = await Promise.all([memberOf(id, context), zoneOf(context.call)]);
    return { userId, zone };
  },
  async run(tx, { id, precondition }, { actor, now, newId, prepared: { userId, zone } }) {
    lockMembers(tx, actor, [userId]);
    const [late, stored] = await Promise.all([findLate(tx, actor, id), findRecord(tx, actor, id)]);
    if (!late) refuse('LATE_RECORD_NOT_FOUND');
    requireRevision(precondition, late.record.revision);
    const { next, changes } = takeOver(late.record, stored, zone, { now, revision: newId() });
    const conflicts = await findConflicts(tx, actor, [{ userId, start: next.start, end: next.end }], id);
    refuseOverlap(conflicts.get(0) ?? null);
    deleteLate(tx, actor, [id]);
    if (changes) updateRecord(tx, actor, permittedLate(next));
    else insertRecords(tx, actor, [permittedLate(next)]);
    return {
      response: { log: timeRecordMessage(next) },
      events: changes
        ? updateEvents(LogUpdatedSchema, id, { aggregateId: userId, changed: changes })
        : [resourceEvent(LogCreatedSchema, id, { aggregateId: userId })],
    };
  },
});

/** Nothing becomes of the late record. */
export const rejectLateRecord = command(MonthService.method.rejectLateRecord, {
  prepare: ({ id }, context) => memberOf(id, context),
  async run(tx, { id, precondition }, { actor, prepared: userId }) {
    lockMembers(tx, actor, [userId]);
    const late = (await findLate(tx, actor, id)) ?? refuse('LATE_RECORD_NOT_FOUND');
    requireRevision(precondition, late.record.revision);
    deleteLate(tx, actor, [id]);
    return { response: {} };
  },
});

async function memberOf(id: string, { runtime, actor }: PrepareContext): Promise<string> {
  return (await findLate(runtime.db, actor, id))?.record.userId ?? refuse('LATE_RECORD_NOT_FOUND');
}
