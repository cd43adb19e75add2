import type { Call } from '../platform/calls/caller.ts';
import { lowerCaseTexts } from '../platform/core/enum-texts.ts';
import { fromInstantText } from '../platform/core/instant.ts';
import { RecordSource, type TimeRecord } from '../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { type RecordFilter, RecordService } from '../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { csvRow, type ExcelLanguage } from './csv.ts';
import { type ExportedPerson, everybody, PERSON_COLUMNS, personCells } from './everybody.ts';
import { clockOf } from './local-clock.ts';

/** Which records, of whom, as whose clock shows them. */
export interface Hours {
  /** In the order of rows; undefined for everybody. */
  readonly people: readonly ExportedPerson[] | undefined;
  /** Of these of them alone; absent for all. */
  readonly userIds?: ReadonlySet<string> | undefined;
  /** Its part of requests. */
  readonly request: { readonly from: string; readonly to: string; readonly filter?: RecordFilter };
  /** The institution's. */
  readonly timeZone: string;
  readonly excel?: ExcelLanguage;
}

/** A period in which all records lie. */
export const ALL_TIME = { from: '1970-01-01T00:00:00.000Z', to: '9998-12-31T23:59:59.999Z' };

/** The columns' names, then a row for each record, by name, person and start. */
export async function* recordRows(
  call: Call,
  { people: chosen, userIds, request, timeZone, excel }: Hours,
): AsyncGenerator<readonly string[]> {
  yield [csvRow([...PERSON_COLUMNS, ...COLUMNS], excel)];
  const clock = clockOf(timeZone);
  let atOnce = FIRST_GROUP;
  const everyone = await everybody(call, chosen);
  const people = userIds ? everyone.filter(({ id }) => userIds.has(id)) : everyone;
  for (let from = 0; from < people.length; ) {
    const group = people.slice(from, from + atOnce);
    let count = 0;
    for await (const records of recordsOf(call, request, group)) {
      count += records.length;
      yield rowsOf(records, group, { clock, excel });
    }
    from += group.length;
    // Groups with about as many records as one answer holds.
    atOnce = Math.max(1, Math.min(MAX_GROUP, Math.floor((group.length * AIM) / Math.max(1, count))));
  }
}

/**
 * The records of some people. Those of a person are of one answer, and so of one moment: none that is corrected
 * meanwhile is missed or comes twice.
 */
async function* recordsOf(
  call: Call,
  request: Hours['request'],
  people: readonly ExportedPerson[],
): AsyncGenerator<readonly TimeRecord[]> {
  for (let userIds = people.map(({ id }) => id); ; ) {
    const asked = { ...request, userIds };
    const { records, hasMore } = await call(RecordService.method.listRecordsOfMembers, asked);
    const last = hasMore ? records.at(-1)?.userId : undefined;
    if (last === undefined) return yield records;
    const whole = records.filter(({ userId }) => userId !== last);
    if (whole.length > 0) yield whole;
    else yield* recordsOfOne(call, request, last);
    userIds = userIds.slice(userIds.indexOf(last) + (whole.length > 0 ? 0 : 1));
    if (userIds.length === 0) return;
  }
}

/**
 * The records of a person who has more than an answer holds, answer by answer, and again until none is new: one whose
 * start is corrected meanwhile may have passed the place that was read.
 */
async function* recordsOfOne(
  call: Call,
  request: Hours['request'],
  userId: string,
): AsyncGenerator<readonly TimeRecord[]> {
  const seen = new Set<string>();
  for (let before = -1; before < seen.size; ) {
    before = seen.size;
    let after: { readonly sort: string; readonly id: string } | undefined;
    do {
      const asked = { ...request, userIds: [userId], ...(after && { after }) };
      const { records, hasMore } = await call(RecordService.method.listRecordsOfMembers, asked);
      yield records.filter(({ id }) => !seen.has(id) && seen.add(id));
      const last = records.at(-1);
      after = hasMore && last ? { sort: last.startTime, id: last.id } : undefined;
    } while (after);
  }
}

function rowsOf(
  records: readonly TimeRecord[],
  people: readonly ExportedPerson[],
  { clock, excel }: { readonly clock: ReturnType<typeof clockOf>; readonly excel: ExcelLanguage | undefined },
): readonly string[] {
  const byId = new Map(people.map((each) => [each.id, personCells(each)]));
  return records.map((record) => {
    const { id, userId, startTime, endTime, workedMinutes, pauseMinutes, autoClosed, source, note } = record;
    const start = clock(startTime);
    const end = endTime === undefined ? undefined : clock(endTime);
    const cells = [
      ...(byId.get(userId) ?? [userId, '', '', '']),
      ...[id, start, end, workedMinutes, pauseMinutes, autoClosed, sources.of(source), note],
      ...[start.offset, end?.offset, ...secondsOf(record)],
      record.correctedAt === undefined ? undefined : clock(record.correctedAt),
    ];
    return csvRow(cells, excel);
  });
}

/** The exact times that the minutes are rounded down from: worked, and paused. None of an open record. */
function secondsOf({ startTime, endTime, pauses }: TimeRecord): readonly (number | undefined)[] {
  if (endTime === undefined) return [undefined, undefined];
  const length = (from: string, to: string) => fromInstantText(to) - fromInstantText(from);
  const paused = pauses.reduce((sum, pause) => sum + length(pause.startTime, pause.endTime ?? endTime), 0);
  return [length(startTime, endTime) - paused, paused].map((ms) => ms / 1_000);
}

/** New ones go last: programs read the others by their position. */
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
  'workedSeconds',
  'pauseSeconds',
  'correctedAt',
];
const FIRST_GROUP = 10;
const MAX_GROUP = 500;
const AIM = 1_500;
const sources = lowerCaseTexts(RecordSource);
