import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { livePart } from '../../components/control.ts';
import { faultSummary, heading, link, linkButton, section } from '../../components/elements.ts';
import { type Field, form, KEY } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
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
  periodIn,
  periodText,
} from './record-of.ts';
import { toCheckBeside } from './to-check.ts';

/** A time record, and the form that corrects it. */
export const correctRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}',
  success: () => 'The record was saved.',
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
          REASON,
        ],
  async view(visit, { record: { record, person }, fields, ...state }) {
    const { present, query } = visit;
    // Whoever types reads neither of them.
    const isTried = KEY in query;
    const [history, toCheck] = await Promise.all([
      !isTried && changesSection(visit, { resourceKind: 'time_record', resourceId: record.id }, person.name),
      !isTried && toCheckBeside(visit, record),
    ]);
    const about = html`${link(`/console/people/${person.id}`, person.name)}${person.isArchived && ', archived'}, ${periodIn(record, present)}${
      record.workedMinutes !== undefined && `, ${hours(record.workedMinutes)} worked`
    }. ${originOf(record)}${record.autoClosed && ', closed automatically at the end of its day'}${record.correctedAt !== undefined && html`, checked on ${dateTime(record.correctedAt, present)}`}.`;
    const wasSo =
      record.autoClosed &&
      record.correctedAt === undefined &&
      html`<p>Lyceum ended this session at midnight, because nobody clocked out.</p><p>${linkButton(addressOf(record, query, '/confirm'), 'It was so')}</p>`;
    const open = html`${state.conflict && faultSummary(state.conflict.title, state.conflict.remarks)}<p>This session is still open. End it before you correct it.</p><p>${linkButton(pathOf(record, '/end'), 'End session', 'primary')}</p>`;
    const correct = html`${wasSo}${form(state, { fields, submit: 'Save record', isFocused: true })}`;
    return {
      title: `Time record of ${person.name}`,
      isNarrow: true,
      body: html`${heading({
        title: 'Time record',
        parent: { href: listOf(person, query), title: 'Time records' },
        about,
        actions: toCheck,
      })}${isOpen(record) ? open : section('correct', 'Correct', correct, aside(record, state.values, visit))}${history}`,
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
      ...(reason === '' && { reason: 'Fill this in.' }),
      ...(typedNote.length > NOTE_AT_MOST && { note: `At most ${NOTE_AT_MOST} characters.` }),
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

const REASON: Field = {
  name: 'reason',
  label: 'Reason',
  isParameter: true,
  maxLength: 500,
  help: 'Needed for a change: it stands in the history of the record.',
};
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
    ? link(addressOf(record, others), 'Without seconds')
    : link(addressOf(record, { ...others, exact: '1' }), 'Exact, with seconds');
  return html`<p class="small">${livePart(WORKED, minutes === undefined ? 'No hours yet' : `${hours(minutes)} worked`)} · ${other}</p>`;
}

/** The list that has led here, or the person's records. */
function listOf({ id }: { readonly id: string }, query: SessionVisit['query']): string {
  const filter = filterIn(query);
  return `${PATH}?${new URLSearchParams('from' in filter ? filter : { person: id })}`;
}

/** Says that a record which was closed automatically is right as it is. */
export const confirmRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}/confirm',
  success: () => 'The record is checked.',
  next: ({ record, query }) => addressOf(record, query),
  facts({ present }, { record }) {
    const words = periodText(record, present);
    return [{ name: 'period', label: 'Time', value: words, words }];
  },
  view: ({ present, query }, { record: { record, person }, ...state }) => ({
    title: `Was it so? Time record of ${person.name}`,
    body: confirmation(state, {
      title: 'Was it so?',
      consequences: [
        html`${person.name}, ${periodIn(record, present)}: the record stays as it is, and leaves the list of those to check.`,
      ],
      act: 'It was so',
      back: addressOf(record, query),
    }),
  }),
  async save({ send, record: { record }, precondition }) {
    await send(RecordService.method.confirmRecord, { id: record.id, precondition });
    return undefined;
  },
});
