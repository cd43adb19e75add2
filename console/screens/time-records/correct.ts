import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, link, linkButton, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { dateTime, hours } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { changesSection } from '../audit/changes.ts';
import { changedPaths, readRecord, recordFields, withFaultsBeside } from './record-fields.ts';
import { changedRecord, isOpen, originOf, PATH, pathOf, periodIn, periodText } from './record-of.ts';

/** A time record, and the form that corrects it. */
export const correctRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}',
  success: 'The record was saved.',
  faults: { TIME_TRACKING_DISABLED: 'start', MONTH_CLOSED: 'start' },
  next: ({ record }) => pathOf(record),
  fields: ({ present }, { record }, typed) => (isOpen(record) ? [] : recordFields(record, typed, present)),
  async view(visit, { record: { record, person }, fields, ...state }) {
    const { present } = visit;
    const changes = await changesSection(visit, { resourceKind: 'time_record', resourceId: record.id });
    const about = html`${link(`/console/people/${person.id}`, person.name)}${person.isArchived && ', archived'}, ${periodIn(record, present)}${
      record.workedMinutes !== undefined && `, ${hours(record.workedMinutes)} worked`
    }. ${originOf(record)}${record.autoClosed && ', closed automatically at the end of its day'}${record.correctedAt !== undefined && html`, checked on ${dateTime(record.correctedAt, present)}`}.`;
    const wasSo =
      record.autoClosed &&
      record.correctedAt === undefined &&
      html`<p>Lyceum ended this session at midnight, because nobody clocked out.</p><p>${linkButton(pathOf(record, '/confirm'), 'It was so')}</p>`;
    const open = html`${state.conflict && faultSummary(state.conflict.title, state.conflict.remarks)}<p>This session is still open. End it before you correct it.</p><p>${linkButton(pathOf(record, '/end'), 'End session', 'primary')}</p>`;
    return {
      title: `Time record of ${person.name}`,
      isNarrow: true,
      body: html`${heading({
        title: 'Time record',
        parent: { href: `${PATH}?${new URLSearchParams({ person: person.id }).toString()}`, title: 'Time records' },
        about,
      })}${
        isOpen(record)
          ? open
          : section('correct', 'Correct', html`${wasSo}${form(state, { fields, submit: 'Save record' })}`)
      }${changes}`,
    };
  },
  async save({ send, present, values, record: { record, person }, changed, precondition }) {
    const { log, numbers, faults } = readRecord(record, values, present);
    refuseFaults(faults);
    const { note = '' } = changed;
    await withFaultsBeside(present, numbers, () =>
      send(LogService.method.updateLog, {
        member: { identity: { case: 'userId', value: person.id } },
        id: record.id,
        precondition,
        log: { ...log, ...(note !== '' && { note }) },
        updateMask: { paths: changedPaths(changed) },
      }),
    );
    return undefined;
  },
  check: ({ present }, typed, { record }) => readRecord(record, typed, present).faults,
});

/** Says that a record which was closed automatically is right as it is. */
export const confirmRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}/confirm',
  success: 'The record is checked.',
  next: ({ record }) => pathOf(record),
  facts({ present }, { record }) {
    const words = periodText(record, present);
    return [{ name: 'period', label: 'Time', value: words, words }];
  },
  view: ({ present }, { record: { record, person }, ...state }) => ({
    title: `Was it so? Time record of ${person.name}`,
    body: confirmation(state, {
      title: 'Was it so?',
      consequences: [
        html`${person.name}, ${periodIn(record, present)}: the record stays as it is, and leaves the list of those to check.`,
      ],
      act: 'It was so',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { record }, precondition }) {
    await send(RecordService.method.confirmRecord, { id: record.id, precondition });
    return undefined;
  },
});
