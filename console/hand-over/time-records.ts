import { lowerCaseTexts } from '../../platform/core/enum-texts.ts';
import { present } from '../../platform/core/present.ts';
import { MonthService } from '../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { RecordSource, RecordStatus, type TimeRecord } from '../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit } from '../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { pagesOf, placeAfter } from './pages.ts';
import type { Column, Row, Section } from './section.ts';
import type { Subject } from './subject.ts';

/** Each time record, the newest first. */
export function timeRecordsSection(subject: Subject): Section {
  return {
    name: 'timeRecords',
    columns: COLUMNS,
    async *rows() {
      for await (const page of timeRecordPages(subject)) yield page.map((record) => rowOf(record, subject));
    },
  };
}

/** What terminals sent of closed months, as the records that it would become: the newest first. */
export function lateRecordsSection(subject: Subject): Section {
  const { call, user } = subject;
  return {
    name: 'lateRecords',
    columns: COLUMNS,
    async *rows() {
      const pages = pagesOf(async (page) => {
        const found = await call(MonthService.method.listLateRecords, { page, userId: user.id });
        const records = found.lateRecords.map(({ record }) => present(record, 'record'));
        return { records, next: placeAfter(records, found.hasMore, ({ startTime }) => startTime) };
      });
      for await (const page of pages) yield page.map((record) => rowOf(record, subject));
    },
  };
}

const COLUMNS: readonly Column[] = [
  ...(['id', 'start', 'end', 'status', 'workedMinutes', 'pauseMinutes', 'pauses', 'timestamps'] as const),
  ...(['source', 'autoClosed', 'note', 'createdAt', 'updatedAt', 'correctedAt'] as const),
];

/** All time records of the person, the newest first. */
export function timeRecordPages({ call, user: { id } }: Subject): AsyncGenerator<readonly TimeRecord[]> {
  return pagesOf(async (page) => {
    const { records, hasMore } = await call(RecordService.method.listRecords, { ...ALL_TIME, page, userId: id });
    return { records, next: placeAfter(records, hasMore, ({ startTime }) => startTime) };
  });
}

function rowOf(record: TimeRecord, { at }: Subject): Row {
  const { id, startTime, endTime, status, workedMinutes, pauseMinutes, pauses, timestamps } = record;
  const text = (instant: string | undefined) => (instant === undefined ? '…' : at(instant).local);
  return [
    ...[id, at(startTime), endTime === undefined ? undefined : at(endTime), statuses.of(status)],
    ...[workedMinutes, pauseMinutes, pauses.map((pause) => `${text(pause.startTime)}/${text(pause.endTime)}`)],
    timestamps.map(({ time, label }) => `${text(time)} ${label}`),
    ...[sources.of(record.source), record.autoClosed, record.note, at(record.createdAt), at(record.updatedAt)],
    record.correctedAt === undefined ? undefined : at(record.correctedAt),
  ];
}

/** The hours of each month, as the API counts them, and of all. */
export function hoursSection(subject: Subject): Section {
  let read: ReturnType<typeof daysOf> | undefined;
  return {
    name: 'hours',
    columns: [
      'period',
      'from',
      'to',
      'workedMinutes',
      'pauseMinutes',
      'logs',
      'autoClosed',
      'workedSeconds',
      'pauseSeconds',
    ],
    async *rows() {
      read ??= daysOf(subject);
      const days = await read;
      if (!days) return;
      let [worked, paused] = [0, 0];
      let from = days.first;
      const months: Row[] = [];
      while (Temporal.PlainDate.compare(from, days.end) < 0) {
        const to = from.add({ years: 1 });
        const asked = { from: `${from}`, to: `${to}`, by: PeriodUnit.MONTH, userIds: [subject.user.id] };
        const { totals } = await subject.call(RecordService.method.listTotals, asked);
        for (const each of totals.flatMap(({ periods }) => periods)) {
          const { start, end, workedMinutes, pauseMinutes, logs, autoClosed, workedSeconds, pauseSeconds } = each;
          worked += Math.round(workedSeconds * 1_000);
          paused += Math.round(pauseSeconds * 1_000);
          months.push([
            'month',
            start,
            end,
            workedMinutes,
            pauseMinutes,
            logs,
            autoClosed,
            workedSeconds,
            pauseSeconds,
          ]);
        }
        from = to;
      }
      yield months;
      const minutes = [worked, paused].map((ms) => Math.floor(ms / 60_000));
      const { logs, autoClosed } = days;
      yield [['total', `${days.first}`, `${days.end}`, ...minutes, logs, autoClosed, worked / 1_000, paused / 1_000]];
    },
  };
}

/** From the first month with a record to the end of the last, and how many logs there are: one of two months is one. */
async function daysOf(subject: Subject) {
  let [first, last] = ['', ''];
  let [logs, autoClosed] = [0, 0];
  for await (const page of timeRecordPages(subject)) {
    last ||= page[0]?.endTime ?? page[0]?.startTime ?? '';
    first = page.at(-1)?.startTime ?? first;
    const closed = page.filter(({ endTime }) => endTime !== undefined);
    logs += closed.length;
    autoClosed += closed.filter((record) => record.autoClosed).length;
  }
  if (first === '') return undefined;
  const monthOf = (instant: string) => Temporal.PlainDate.from(subject.at(instant).local).with({ day: 1 });
  return { first: monthOf(first), end: monthOf(last).add({ months: 1 }), logs, autoClosed };
}

/** A period in which every record lies. */
const ALL_TIME = { from: '1970-01-01T00:00:00.000Z', to: '9998-12-31T23:59:59.999Z' };
const statuses = lowerCaseTexts(RecordStatus);
const sources = lowerCaseTexts(RecordSource);
