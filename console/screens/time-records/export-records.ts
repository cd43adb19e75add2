import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordSource, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { csvRow } from '../../components/csv.ts';
import { type ClockTime, clockOf } from '../../components/local-clock.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { everybody, PERSON_COLUMNS, personCells } from './export-people.ts';
import type { Selection } from './filter.ts';

/** A row for each record, by name, person and start. */
export async function* recordRows(visit: SessionVisit, selection: Selection): AsyncGenerator<string> {
  yield csvRow([...PERSON_COLUMNS, ...COLUMNS]);
  const clock = clockOf(visit.present.timeZone);
  let atOnce = FIRST_GROUP;
  for await (const people of everybody(visit, selection.person)) {
    for (let from = 0; from < people.length; ) {
      const group = people.slice(from, from + atOnce);
      let count = 0;
      for await (const records of recordsOf(visit, selection, group)) {
        count += records.length;
        yield rowsOf(records, group, clock);
      }
      from += group.length;
      // Groups with about as many records as one answer holds.
      atOnce = Math.max(1, Math.min(MAX_GROUP, Math.floor((group.length * AIM) / Math.max(1, count))));
    }
  }
}

/** The records of some people, answer by answer. */
async function* recordsOf(
  { callForLong: call }: SessionVisit,
  { request }: Selection,
  people: readonly User[],
): AsyncGenerator<readonly TimeRecord[]> {
  let userIds = people.map(({ id }) => id);
  let after: { readonly sort: string; readonly id: string } | undefined;
  for (;;) {
    const asked = { ...request, userIds, ...(after && { after }) };
    const { records, hasMore } = await call(RecordService.method.listRecordsOfMembers, asked);
    yield records;
    const last = records.at(-1);
    if (!hasMore || !last) return;
    userIds = userIds.slice(userIds.indexOf(last.userId));
    after = { sort: last.startTime, id: last.id };
  }
}

function rowsOf(
  records: readonly TimeRecord[],
  people: readonly User[],
  clock: (instant: string) => ClockTime,
): string {
  const byId = new Map(people.map((each) => [each.id, personCells(each)]));
  return records
    .map((record) => {
      const { id, userId, startTime, endTime, workedMinutes, pauseMinutes, autoClosed, source, note } = record;
      const start = clock(startTime);
      const end = endTime === undefined ? undefined : clock(endTime);
      return csvRow([
        ...(byId.get(userId) ?? [userId, '', '', '']),
        ...[id, start.text, end?.text, workedMinutes, pauseMinutes, autoClosed, sources.of(source), note],
        ...[start.offset, end?.offset],
      ]);
    })
    .join('');
}

const COLUMNS = [
  'recordId',
  'start',
  'end',
  'workedMinutes',
  'pauseMinutes',
  'autoClosed',
  'source',
  'note',
  'utcOffset',
  'endUtcOffset',
];
const FIRST_GROUP = 10;
const MAX_GROUP = 500;
const AIM = 1_500;
const sources = lowerCaseTexts(RecordSource);
