import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import type { Field } from '../../components/form.ts';
import { localText, type Present } from '../../components/time.ts';
import type { Values } from '../../route/opened-form.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { localFields, readLocal } from './local-fields.ts';

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
  return localFields([{ ...END, required: true, isParameter: true, ...shown }], typed, present);
}

/** The instant that the fields mean; refuses the form if they mean none. */
export function readEnd(values: Values, present: Present): string {
  const { instant, faults } = readLocal(END, values, present);
  refuseFaults(instant === undefined && Object.keys(faults).length === 0 ? { end: 'Fill this in.' } : faults);
  return instant ?? '';
}

const END = { name: 'end', label: 'End' };
const DATE = 'YYYY-MM-DD'.length;
