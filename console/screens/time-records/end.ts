import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { faultSummary, heading, linkButton } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { localText, localTime, type Present } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { localFields, readLocal } from './local-fields.ts';
import { withFaultsBeside } from './record-fields.ts';
import { changedRecord, isOpen, pathOf } from './record-of.ts';

/** Ends an open session at a given time. */
export const endRecord = changeScreen(changedRecord, {
  path: '/time-records/{id}/end',
  success: () => t.recordForms.ended,
  faults: { TIME_TRACKING_DISABLED: 'end' },
  next: ({ record }) => pathOf(record),
  elsewhere: ({ record }) => (isOpen(record) ? undefined : pathOf(record)),
  fields: ({ present }, { record }, typed) => (isOpen(record) ? endFields(record, typed, present) : []),
  facts: ({ present }, { record: { startTime, endTime, pauses, status } }) => {
    const ended = endTime === undefined ? t.recordForms.isOpen : localText(endTime, present);
    const isPaused = status === RecordStatus.PAUSED;
    const pausing = isPaused ? t.recordForms.isPaused : t.recordForms.pausesTaken(pauses.length);
    return [
      { name: 'start', label: t.words.start, value: startTime, words: localText(startTime, present) },
      { name: 'ended', label: t.words.end, value: endTime ?? '', words: ended },
      { name: 'pauses', label: t.timeRecords.pauses, value: isPaused ? '' : String(pauses.length), words: pausing },
    ];
  },
  view({ present }, { record: { record, person }, fields, ...state }) {
    const { conflict } = state;
    const head = heading({
      title: t.recordForms.endSession,
      parent: { href: pathOf(record), title: t.recordForms.record },
      about: t.recordForms.clockedInSince(
        person.name,
        localTime(record.startTime, present),
        record.status === RecordStatus.PAUSED,
        present.timeZone,
      ),
    });
    const over = html`${conflict && faultSummary(conflict.title, conflict.remarks)}<p>${t.recordForms.hasEnded}</p><p>${linkButton(pathOf(record), t.recordForms.openRecord)}</p>`;
    return {
      title: t.recordForms.endSession,
      isNarrow: true,
      body: html`${head}${isOpen(record) ? form(state, { fields, submit: t.recordForms.endSession, cancel: pathOf(record) }) : over}`,
    };
  },
  async save({ send, present, values, record: { record }, precondition }) {
    // The field of a session that has ended meanwhile is read as well: the service says that it has.
    const ended = { id: record.id, precondition, at: readEnd(values, present) };
    await withFaultsBeside(present, [], () => send(RecordService.method.endSession, ended));
    return undefined;
  },
});

/** When an open session shall end: at first the present time, where it may end then. */
export function endFields(
  { startTime }: Pick<TimeRecord, 'startTime'>,
  typed: Values,
  present: Present,
): readonly Field[] {
  const now = toInstantText(Math.floor(present.now / 1_000) * 1_000);
  const isToday = localText(startTime, present).slice(0, DATE) === localText(now, present).slice(0, DATE);
  const isLater = fromInstantText(startTime) < present.now;
  const shown = isToday && isLater && { instant: now };
  return localFields([{ ...endField(), required: true, isParameter: true, ...shown }], typed, present);
}

/** The instant that the fields mean; refuses the form if they mean none. */
export function readEnd(values: Values, present: Present): string {
  const { instant, faults } = readLocal(endField(), values, present);
  refuseFaults(instant === undefined && Object.keys(faults).length === 0 ? { end: t.failures.fillIn } : faults);
  return instant ?? '';
}

function endField() {
  return { name: 'end', label: t.words.end };
}

const DATE = 'YYYY-MM-DD'.length;
