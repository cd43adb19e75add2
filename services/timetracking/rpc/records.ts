import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { updateEvents } from '../../../platform/core/event.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { instantKeyset, newestFirst } from '../../../platform/core/paging.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { LogUpdatedSchema, SessionStoppedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { permitted } from '../domain/closed-month.ts';
import { confirmLog } from '../domain/confirm-log.ts';
import { endSession as decide } from '../domain/end-session.ts';
import { refuse } from '../domain/refusals.ts';
import { admitInstitution } from '../members/admit-member.ts';
import { findClosings } from '../store/closed-months.ts';
import { type Listed, listRecords as list, listRecordsOfMembers as listOfMembers } from '../store/listed-records.ts';
import { lockMembers } from '../store/lock-members.ts';
import { countRecords as count } from '../store/record-counts.ts';
import { findOpen, findRecord, updateRecord } from '../store/time-records.ts';
import { sessionEvent } from './punch-command.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** One time record, session or log, of whatever member. */
export const getRecord = query(RecordService.method.getRecord, async (db, { id }, { actor }) => {
  const record = (await findRecord(db, actor, id)) ?? refuse('LOG_NOT_FOUND');
  return { record: timeRecordMessage(record) };
});

/** The console's list of time records. */
export const listRecords = query(
  RecordService.method.listRecords,
  async (db, { page, from, to, filter, userId, userIds: some }, { actor, now }) => {
    const userIds = userId === undefined ? some : [userId];
    const range = { from, to, now: toInstantText(now), listed: filterOf(filter) };
    const { records, hasMore } = await list(db, actor, newestFirst(page), {
      ...range,
      userIds: userIds.length > 0 ? userIds : null,
    });
    return { records: records.map(timeRecordMessage), hasMore };
  },
);

/** The records that a filter leaves. */
export function filterOf(filter: RecordFilter): Listed {
  return filter === RecordFilter.UNSPECIFIED ? 'all' : (filters.of(filter) as Listed);
}

const filters = lowerCaseTexts(RecordFilter);

/** What the console's overview counts. */
export const countRecords = query(RecordService.method.countRecords, (db, { from, to, before }, { actor }) =>
  count(db, actor, { from, to, before }),
);

/** Time records of some members, for the console's export. */
export const listRecordsOfMembers = query(
  RecordService.method.listRecordsOfMembers,
  async (db, { userIds, after, from, to, filter }, { actor, now }) => {
    const keyset = instantKeyset({
      $typeName: 'lyceum.common.v1.PageRequest',
      size: MAX_RECORDS,
      ...(after && { after }),
    });
    const range = { from, to, now: toInstantText(now), listed: filterOf(filter) };
    const { records, hasMore } = await listOfMembers(db, actor, userIds, keyset, range);
    return { records: records.map(timeRecordMessage), hasMore };
  },
);

/** Whether a member has an open session, under the lock of the member's writes. */
export const checkErasure = command(RecordService.method.checkErasure, {
  of: 'nobody',
  async run(tx, { institutionId, userId }) {
    lockMembers(tx, { institutionId }, [userId]);
    return { response: { hasOpenSession: (await findOpen(tx, { institutionId }, userId)) !== null } };
  },
});

const MAX_RECORDS = 2_000;

/** Somebody has looked at a log that was closed automatically, and it was so. */
export const confirmRecord = command(RecordService.method.confirmRecord, {
  prepare: async ({ id }, { runtime, actor }) =>
    (await findRecord(runtime.db, actor, id))?.userId ?? refuse('LOG_NOT_FOUND'),
  async run(tx, { id, precondition }, { actor, now, newId, prepared: userId }) {
    lockMembers(tx, actor, [userId]);
    const before = (await findRecord(tx, actor, id)) ?? refuse('LOG_NOT_FOUND');
    requireRevision(precondition, before.revision);
    const { next, changes } = confirmLog(before, { now, revision: newId() });
    if (changes.length > 0) {
      const closings = await findClosings(tx, actor, [userId], before.start);
      updateRecord(tx, actor, permitted(next, closings.get(userId) ?? []));
    }
    return {
      response: { log: timeRecordMessage(next) },
      events: updateEvents(LogUpdatedSchema, id, { aggregateId: userId, changed: changes }),
    };
  },
});

/**
 * Ends a session from the console, an archived user's, too. Unlike a punch, it never closes one at the end of its day.
 */
export const endSession = command(RecordService.method.endSession, {
  admit: (_, { call }) => admitInstitution(call),
  prepare: async ({ id }, { runtime, actor }) =>
    (await findRecord(runtime.db, actor, id))?.userId ?? refuse('LOG_NOT_FOUND'),
  async run(tx, { id, precondition, at }, { actor, now, newId, admitted: zone, prepared: userId }) {
    lockMembers(tx, actor, [userId]);
    const before = (await findRecord(tx, actor, id)) ?? refuse('LOG_NOT_FOUND');
    requireRevision(precondition, before.revision);
    if (before.end !== null) refuse('SESSION_NOT_OPEN');
    const closings = await findClosings(tx, actor, [userId], before.start);
    const ended = decide(before, { at: fromInstantText(at), zone, now, revision: newId() });
    const next = permitted(ended, closings.get(userId) ?? []);
    updateRecord(tx, actor, next);
    return {
      response: { log: timeRecordMessage(next) },
      events: [sessionEvent(SessionStoppedSchema, { before, next })],
    };
  },
});
