import { present as required } from '../../../platform/core/present.ts';
import { type LateRecord, MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { linkButton, section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { hours, localTime, time } from '../../components/time.ts';
import { type ChangedRecord, changeScreen } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';
import { CLOSED } from './month-of.ts';
import { namesOf, PATH, pathOf, periodIn, periodText } from './record-of.ts';

/** A late record, and the name of whose it is. */
interface LateOf {
  readonly record: TimeRecord;
  readonly isCorrection: boolean;
  readonly name: string;
}

const changedLate: ChangedRecord<LateOf> = {
  name: () => 'this record',
  async read({ call, callIfAvailable, params: { id = '' } }: SessionVisit) {
    const late = required((await call(MonthService.method.getLateRecord, { id })).lateRecord, 'late record');
    const record = required(late.record, 'record');
    const names = await namesOf(callIfAvailable, [record.userId]);
    return { record, isCorrection: late.isCorrection, name: names(record.userId) };
  },
  revisionOf: ({ record }) => record.revision,
  changesSince: (visit, { record: { id } }, revision) =>
    changesSince(visit, { resourceKind: 'late_record', resourceId: id }, revision),
};

/** What terminals sent of closed months; nothing if they did not. */
export async function lateSection({ call, callIfAvailable, present }: SessionVisit): Promise<Html | undefined> {
  const { lateRecords, hasMore } = await call(MonthService.method.listLateRecords, { page: { size: SHOWN } });
  if (lateRecords.length === 0) return undefined;
  const names = await namesOf(
    callIfAvailable,
    lateRecords.map((late) => recordOf(late).userId),
  );
  const list = table<LateRecord>({
    label: 'Arrived after closing',
    rows: lateRecords,
    columns: [
      { head: 'Person', cell: (late) => names(recordOf(late).userId) },
      { head: 'Start', cell: (late) => localTime(recordOf(late).startTime, present) },
      { head: 'End', cell: (late) => endOf(recordOf(late), present) },
      { head: 'Worked', kind: 'num', cell: (late) => workedIn(recordOf(late)) },
      { head: 'What it is', cell: ({ isCorrection }) => (isCorrection ? 'Another end' : 'A new record') },
      { head: 'Arrived', cell: ({ arrivedAt }) => time(arrivedAt, present) },
      { head: 'Action', kind: 'action', cell: (late) => actionsOf(recordOf(late), names(recordOf(late).userId)) },
    ],
    empty: { title: '', text: '' },
  });
  const more = hasMore && html`<p class="muted">The newest ${SHOWN} are shown. Decide on these first.</p>`;
  return section(
    'late',
    'Arrived after closing',
    html`<p>Terminals sent these punches after the month was closed. They count once you take them over.</p>${list}${more}`,
  );
}

/** Makes a late record a time record of its closed month. */
export const takeOverLate = changeScreen(changedLate, {
  path: '/time-records/late/{id}/take-over',
  success: () => 'The record was taken over.',
  next: ({ record }) => pathOf(record),
  facts: (visit, late) => [timeFact(visit, late)],
  view: ({ present }, { record: { record, isCorrection, name }, ...state }) => ({
    title: `Take over the record of ${name}`,
    body: confirmation(state, {
      title: `Take over the record of ${name}?`,
      consequences: [
        html`${periodIn(record, present)} ${isCorrection ? 'replaces the times of a record' : 'becomes a record'} of the closed month. Its figures change: hand them over again.`,
        ...(record.endTime === undefined
          ? ['No end has arrived: it is closed at the end of its day, to be corrected.']
          : []),
      ],
      act: 'Take over',
      back: CLOSED.href,
    }),
  }),
  async save({ send, record: { record }, precondition }) {
    await send(MonthService.method.takeOverLateRecord, { id: record.id, precondition });
    return undefined;
  },
});

/** Removes a late record. */
export const rejectLate = changeScreen(changedLate, {
  path: '/time-records/late/{id}/reject',
  success: () => 'The record was rejected.',
  next: () => CLOSED.href,
  facts: (visit, late) => [timeFact(visit, late)],
  view: ({ present }, { record: { record, name }, ...state }) => ({
    title: `Reject the record of ${name}`,
    body: confirmation(state, {
      title: `Reject the record of ${name}?`,
      consequences: [html`${periodIn(record, present)} does not count, and is not kept.`],
      act: 'Reject',
      back: CLOSED.href,
    }),
  }),
  async save({ send, record: { record }, precondition }) {
    await send(MonthService.method.rejectLateRecord, { id: record.id, precondition });
    return undefined;
  },
});

const SHOWN = 50;

function recordOf({ record }: LateRecord): TimeRecord {
  return required(record, 'record');
}

function timeFact({ present }: SessionVisit, { record }: LateOf) {
  const words = periodText(record, present);
  return { name: 'period', label: 'Time', value: words, words };
}

function endOf({ endTime }: TimeRecord, present: SessionVisit['present']) {
  return endTime === undefined ? 'Has not arrived' : localTime(endTime, present);
}

function workedIn({ workedMinutes }: TimeRecord) {
  return workedMinutes !== undefined && hours(workedMinutes);
}

function actionsOf({ id }: TimeRecord, name: string): Html {
  const path = (act: string) => `${PATH}/late/${id}/${act}`;
  return html`${linkButton(path('take-over'), 'Take over', 'plain', `the record of ${name}`)}${linkButton(path('reject'), 'Reject', 'danger', `the record of ${name}`)}`;
}
