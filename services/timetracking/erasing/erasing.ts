import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { type DomainEvent, resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { erasedMessage } from '../../../platform/data/erasure/kept-answers.ts';
import type { Erasing, ErasingContext } from '../../../platform/process/erasure/erasing.ts';
import { RetentionService } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { LogDeletedSchema, LogUpdatedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { recordChanges } from '../domain/changes.ts';
import { changed, type TimeRecord } from '../domain/time-record.ts';
import {
  deleteRecords,
  ERASED_TEXT,
  eraseReasons,
  findLabels,
  findRecordsOf,
  findRecordsWithText,
  RECORDS_PER_STEP,
  writeTexts,
} from '../store/erased-records.ts';
import {
  findAcknowledgementsOf,
  listAcknowledgements,
  listReasons,
  removeAcknowledgements,
  writeReasons,
} from '../store/finding-acknowledgements.ts';
import { removeLateOf } from '../store/late-records.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findOld, findStillOld } from '../store/old-records.ts';
import { findingAcknowledgements, lateRecords, timeRecords } from '../store/tables.ts';

/** How time tracking forgets a person: notes and labels go, hours stay as figures, or go, too. */
export const erasing: Erasing = {
  tables: [timeRecords, lateRecords, findingAcknowledgements],
  messages: [
    erasedMessage(TimeRecordSchema, (record, userId) => {
      if (record.userId !== userId) return;
      delete record.note;
      for (const timestamp of record.timestamps) timestamp.label = ERASED_TEXT;
    }),
  ],
  async step(tx, { withHours, ...person }, { now, newId }) {
    lockMembers(tx, person, [person.userId]);
    const late = await removeLateOf(tx, { ...person, limit: RECORDS_PER_STEP });
    const isLateDone = late < RECORDS_PER_STEP;
    if (withHours) {
      const removed = await findRecordsOf(tx, person);
      if (!(await deleteRecords(tx, person.institutionId, removed))) return { isDone: false };
      const seen = await listAcknowledgements(tx, person, FIRST);
      removeAcknowledgements(tx, person, seen);
      const isDone = isLateDone && removed.length < RECORDS_PER_STEP && seen.length < RECORDS_PER_STEP;
      return { events: removed.flatMap(deletion), isDone };
    }
    const [records, labels] = await Promise.all([findRecordsWithText(tx, person), findLabels(tx, person)]);
    const erased = records.map((record) => changed(record, withoutText(record, labels), { now, revision: newId() }));
    writeTexts(tx, person, erased);
    const seen = await listReasons(tx, person, ERASED_TEXT, RECORDS_PER_STEP);
    writeReasons(
      tx,
      person,
      seen.map((row) => ({ ...row, reason: ERASED_TEXT, revision: newId() })),
    );
    const events = records.flatMap((record, index) => update(record, erased[index] ?? record));
    const isLast = (await eraseReasons(tx, person)) && isLateDone;
    return { events, isDone: isLast && records.length < RECORDS_PER_STEP && seen.length < RECORDS_PER_STEP };
  },
  byAge: {
    kinds: ['notes', 'hours'],
    async spared(runtime, { institutionId, userId }) {
      // Nobody on hold is erased.
      if (userId !== null) return [];
      const context = { actor: ANONYMOUS, requestId: runtime.ids.newRequestId(), deadline: deadlineAfter(CALL_MS) };
      const { userIds } = await runtime.call(context)(RetentionService.method.listHeldPeople, { institutionId });
      return userIds;
    },
    step: sweep,
  },
};

const FIRST = { sort: '', id: '', limit: RECORDS_PER_STEP };
const CALL_MS = 10_000;

/** How records go by their age, or lose their notes. Those of open sessions never do. */
async function sweep(
  tx: Tx,
  aged: Parameters<NonNullable<Erasing['byAge']>['step']>[1],
  { now, newId }: ErasingContext,
): ReturnType<NonNullable<Erasing['byAge']>['step']> {
  const page = await findOld(tx, aged);
  const last = page.at(-1);
  const place = { last: last && { sort: last.startTime, id: last.id }, isDone: page.length < RECORDS_PER_STEP };
  lockMembers(tx, aged, [...new Set(page.map(({ userId }) => userId))]);
  const ids = page.map(({ id }) => id);
  const records = await findStillOld(tx, aged, ids);
  if (aged.kind === 'hours') {
    const { after } = aged;
    if (!(await deleteRecords(tx, aged.institutionId, records)))
      return { isDone: false, ...(after && { last: after }) };
    removeAcknowledgements(tx, aged, await findAcknowledgementsOf(tx, aged, records));
    return { events: records.flatMap(deletion), ...place };
  }
  const swept = records.map((record) => changed(record, { note: null }, { now, revision: newId() }));
  writeTexts(tx, aged, swept);
  return { events: records.flatMap((record, index) => update(record, swept[index] ?? record)), ...place };
}

function withoutText({ timestamps }: TimeRecord, labels: ReadonlySet<string>): Partial<TimeRecord> {
  const labelOf = (label: string) => (labels.has(label) ? label : ERASED_TEXT);
  return { note: null, timestamps: timestamps.map((each) => ({ ...each, label: labelOf(each.label) })) };
}

/** Events tell of logs: a session that is open is none yet. */
function deletion({ id, end, userId: aggregateId }: TimeRecord): DomainEvent[] {
  return end === null ? [] : [resourceEvent(LogDeletedSchema, id, { aggregateId })];
}

function update(before: TimeRecord, after: TimeRecord): DomainEvent[] {
  if (before.end === null) return [];
  return updateEvents(LogUpdatedSchema, before.id, {
    aggregateId: before.userId,
    changed: recordChanges(before, after),
  });
}
