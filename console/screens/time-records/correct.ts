import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { livePart } from '../../components/control.ts';
import { faultSummary, heading, link, linkButton, section } from '../../components/elements.ts';
import { type Field, form, KEY } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { dateTime, hours } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { changesSection } from '../audit/changes.ts';
import {
  changedPaths,
  NOTE_AT_MOST,
  readRecord,
  recordFields,
  withFaultsBeside,
  workedMinutes,
} from './record-fields.ts';
import {
  addressOf,
  changedRecord,
  filterIn,
  isOpen,
  originOf,
  PATH,
  pathOf,
  periodFact,
  periodIn,
} from './record-of.ts';
import { toCheckBeside } from './to-check.ts';

/** A time record, and the form that corrects it. */
export const correctRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}',
  success: () => t.recordForms.saved,
  faults: { TIME_TRACKING_DISABLED: 'start', MONTH_CLOSED: 'start' },
  next: ({ record, query }) => addressOf(record, query),
  fields: ({ present, query }, { record }, typed) =>
    isOpen(record)
      ? []
      : [
          ...recordFields(record, typed, present, {
            isExact: isExact(query),
            live: { path: addressOf(record, query), part: WORKED },
          }),
          reasonField(),
        ],
  async view(visit, { record: { record, person }, fields, ...state }) {
    const { present, query } = visit;
    // Whoever types reads neither of them.
    const isTried = KEY in query;
    const [history, toCheck] = await Promise.all([
      !isTried && changesSection(visit, { resourceKind: 'time_record', resourceId: record.id }, person.name),
      !isTried && toCheckBeside(visit, record),
    ]);
    const about = html`${link(`/console/people/${person.id}`, person.name)}${person.isArchived && `, ${t.recordForms.archived}`}, ${periodIn(record, present)}${
      record.workedMinutes !== undefined && `, ${t.recordForms.worked(hours(record.workedMinutes))}`
    }. ${originOf(record)}${record.autoClosed && `, ${t.recordForms.closedAtEndOfDay}`}${record.correctedAt !== undefined && html`, ${t.recordForms.checkedOn(dateTime(record.correctedAt, present))}`}.`;
    const wasSo =
      record.autoClosed &&
      record.correctedAt === undefined &&
      html`<p>${t.recordForms.endedAtMidnight}</p><p>${linkButton(addressOf(record, query, '/confirm'), t.recordForms.itWasSo)}</p>`;
    const open = html`${state.conflict && faultSummary(state.conflict.title, state.conflict.remarks)}<p>${t.recordForms.stillOpen}</p><p>${linkButton(pathOf(record, '/end'), t.recordForms.endSession, 'primary')}</p>`;
    const correct = html`${wasSo}${form(state, { fields, submit: t.recordForms.save, isFocused: true })}`;
    return {
      title: t.recordForms.recordOf(person.name),
      isNarrow: true,
      body: html`${heading({
        title: t.recordForms.record,
        parent: { href: listOf(person, query), title: t.frame.timeRecords },
        about,
        actions: toCheck,
      })}${isOpen(record) ? open : section('correct', t.recordForms.correct, correct, aside(record, state.values, visit))}${history}`,
    };
  },
  async save({ send, present, query, values, record: { record, person }, changed, precondition }) {
    const typed = readRecord(record, values, present, isExact(query));
    const { log, numbers, faults } = typed;
    const paths = changedPaths(record, typed, changed);
    const { reason = '', note: typedNote = '' } = values;
    // A time that was only typed in another way.
    if (Object.keys(faults).length === 0 && paths.length === 0) return undefined;
    refuseFaults({
      ...faults,
      ...(reason === '' && { reason: t.failures.fillIn }),
      ...(typedNote.length > NOTE_AT_MOST && { note: t.failures.atMostCharacters(NOTE_AT_MOST) }),
    });
    const { note = '' } = changed;
    await withFaultsBeside(present, numbers, () =>
      send(LogService.method.updateLog, {
        member: { identity: { case: 'userId', value: person.id } },
        id: record.id,
        precondition,
        log: { ...log, ...(note !== '' && { note }) },
        updateMask: { paths },
        reason,
      }),
    );
    return undefined;
  },
  check: ({ present, query }, typed, { record }) => readRecord(record, typed, present, isExact(query)).faults,
});

function reasonField(): Field {
  return { name: 'reason', label: t.words.reason, isParameter: true, maxLength: 500, help: t.recordForms.reasonHelp };
}

const WORKED = 'worked';

function isExact({ exact }: SessionVisit['query']): boolean {
  return exact === '1';
}

/** What is worked, as it is typed, and the way to seconds. */
function aside(record: TimeRecord, values: Values, { present, query }: SessionVisit): Html {
  const typed = 'date' in values ? workedMinutes(readRecord(record, values, present, isExact(query))) : undefined;
  const minutes = 'date' in values ? typed : record.workedMinutes;
  const { exact: _, ...others } = query;
  const other = isExact(query)
    ? link(addressOf(record, others), t.recordForms.withoutSeconds)
    : link(addressOf(record, { ...others, exact: '1' }), t.recordForms.exact);
  return html`<p class="small">${livePart(WORKED, minutes === undefined ? t.recordForms.noHoursYet : t.recordForms.worked(hours(minutes)))} · ${other}</p>`;
}

/** The list that has led here, or the person's records. */
function listOf({ id }: { readonly id: string }, query: SessionVisit['query']): string {
  const filter = filterIn(query);
  return `${PATH}?${new URLSearchParams('from' in filter ? filter : { person: id })}`;
}

/** Says that a record which was closed automatically is right as it is. */
export const confirmRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}/confirm',
  success: () => t.recordForms.checked,
  next: ({ record, query }) => addressOf(record, query),
  facts: ({ present }, { record }) => [periodFact(record, present)],
  view: ({ present, query }, { record: { record, person }, ...state }) => ({
    title: `${t.recordForms.wasItSo} ${t.recordForms.recordOf(person.name)}`,
    body: confirmation(state, {
      title: t.recordForms.wasItSo,
      consequences: [t.recordForms.staysAsItIs(person.name, periodIn(record, present))],
      act: t.recordForms.itWasSo,
      back: addressOf(record, query),
    }),
  }),
  async save({ send, record: { record }, precondition }) {
    await send(RecordService.method.confirmRecord, { id: record.id, precondition });
    return undefined;
  },
});
