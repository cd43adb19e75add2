import { present as required } from '../../../platform/core/present.ts';
import { type LateRecord, MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { linkButton, section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { hours, localTime, time } from '../../components/time.ts';
import { type ChangedRecord, changeScreen } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';
import { CLOSED } from './month-of.ts';
import { namesOf, PATH, pathOf, periodFact, periodIn } from './record-of.ts';

/** A late record, and the name of whose it is. */
interface LateOf {
  readonly record: TimeRecord;
  readonly isCorrection: boolean;
  readonly name: string;
}

const changedLate: ChangedRecord<LateOf> = {
  name: () => t.recordForms.thisRecord,
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
    label: t.closedMonths.late,
    rows: lateRecords,
    columns: [
      { head: t.words.person, cell: (late) => names(recordOf(late).userId) },
      { head: t.words.start, cell: (late) => localTime(recordOf(late).startTime, present) },
      { head: t.words.end, cell: (late) => endOf(recordOf(late), present) },
      { head: t.timeRecords.worked, kind: 'num', cell: (late) => workedIn(recordOf(late)) },
      {
        head: t.closedMonths.whatItIs,
        cell: ({ isCorrection }) => t.closedMonths[isCorrection ? 'anotherEnd' : 'newRecord'],
      },
      { head: t.closedMonths.arrived, cell: ({ arrivedAt }) => time(arrivedAt, present) },
      { head: t.words.action, kind: 'action', cell: (late) => actionsOf(recordOf(late), names(recordOf(late).userId)) },
    ],
    empty: { title: '', text: '' },
  });
  const more = hasMore && html`<p class="muted">${t.closedMonths.newestLate(SHOWN)}</p>`;
  return section('late', t.closedMonths.late, html`<p>${t.closedMonths.aboutLate}</p>${list}${more}`);
}

/** Makes a late record a time record of its closed month. */
export const takeOverLate = changeScreen(changedLate, {
  path: '/time-records/late/{id}/take-over',
  success: () => t.closedMonths.takenOver,
  next: ({ record }) => pathOf(record),
  facts: ({ present }, { record }) => [periodFact(record, present)],
  view: ({ present }, { record: { record, isCorrection, name }, ...state }) => ({
    title: t.closedMonths.takeOverOf(name),
    body: confirmation(state, {
      title: t.closedMonths.takeOverQuestion(name),
      consequences: [
        t.closedMonths[isCorrection ? 'replaces' : 'becomes'](periodIn(record, present)),
        ...(record.endTime === undefined ? [t.closedMonths.withoutEnd] : []),
      ],
      act: t.closedMonths.takeOver,
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
  success: () => t.closedMonths.rejected,
  next: () => CLOSED.href,
  facts: ({ present }, { record }) => [periodFact(record, present)],
  view: ({ present }, { record: { record, name }, ...state }) => ({
    title: t.closedMonths.rejectOf(name),
    body: confirmation(state, {
      title: t.closedMonths.rejectQuestion(name),
      consequences: [t.closedMonths.doesNotCount(periodIn(record, present))],
      act: t.closedMonths.reject,
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

function endOf({ endTime }: TimeRecord, present: SessionVisit['present']) {
  return endTime === undefined ? t.closedMonths.notArrived : localTime(endTime, present);
}

function workedIn({ workedMinutes }: TimeRecord) {
  return workedMinutes !== undefined && hours(workedMinutes);
}

function actionsOf({ id }: TimeRecord, name: string): Html {
  const of = t.closedMonths.theRecordOf(name);
  const path = (act: string) => `${PATH}/late/${id}/${act}`;
  return html`${linkButton(path('take-over'), t.closedMonths.takeOver, 'plain', of)}${linkButton(path('reject'), t.closedMonths.reject, 'danger', of)}`;
}
