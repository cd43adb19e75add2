import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { format as numeral } from '../../components/chart.ts';
import type { Values } from '../../route/opened-form.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import type { SessionVisit } from '../../route/screen.ts';

/** The effects of a change of settings on stored records, with numbers, to be confirmed before it is saved. */
export async function consequencesOf(
  { callIfAvailable, present }: Pick<SessionVisit, 'callIfAvailable' | 'present'>,
  { user_code_format: format, time_tracking_timezone: zone, ...switches }: Values,
): Promise<string[]> {
  const isTimeOff = switches.time_tracking_enabled === '';
  const [ofFormat, clockedIn] = await Promise.all([
    format ? formatConsequence(callIfAvailable, format) : undefined,
    isTimeOff || zone !== undefined ? countClockedIn(callIfAvailable) : undefined,
  ]);
  const { sentence, isSomebody = false } = clockedIn ?? {};
  return [
    ofFormat ?? [],
    sentence ?? [],
    zone === undefined ? [] : zoneConsequences(zone || 'UTC', present.timeZone, isSomebody),
    isTimeOff ? [TIME_OFF] : [],
    switches.scheduling_enabled === '' ? [SCHEDULING_OFF] : [],
  ].flat();
}

const TIME_OFF =
  'Nobody can clock in or out any more, badge terminals are refused, integrations can neither read nor send hours, and records can’t be added, corrected or ended here: open sessions stay open, until you switch time tracking on again.';
const SCHEDULING_OFF =
  'People and systems can no longer create appointments, until you switch scheduling on again. The appointments that there are stay.';

async function formatConsequence(call: OptionalCall, format: string): Promise<string | undefined> {
  const found = await call(InstitutionService.method.checkUserCodeFormat, { format, withStoredCodes: true });
  if (!found) return 'We can’t tell right now how many stored codes do not match the new format.';
  const { codes = 0, otherCodes = 0 } = found;
  if (otherCodes === 0) return undefined;
  return `${numeral(otherCodes)} of ${numeral(codes)} stored codes do not match the new code format. They stay valid until somebody changes them. New codes must match.`;
}

function zoneConsequences(zone: string, former: string, isSomebodyIn: boolean): string[] {
  const days = `From now on, days, weeks and months will begin and end in ${zone}, no longer in ${former}.`;
  return isSomebodyIn ? [days, `A session that nobody stops will be closed at the end of the day in ${zone}.`] : [days];
}

/** How many people are clocked in, as a sentence. */
async function countClockedIn(
  call: OptionalCall,
): Promise<{ readonly isSomebody: boolean; readonly sentence: string }> {
  const open = { page: { size: MAX_COUNTED }, filter: RecordFilter.OPEN, ...ALL_TIME };
  const found = await call(RecordService.method.listRecords, open);
  if (!found) return { isSomebody: true, sentence: 'We can’t tell right now how many people are clocked in.' };
  const { records, hasMore } = found;
  if (records.length === 0) return { isSomebody: false, sentence: 'Nobody is clocked in.' };
  const people = records.length === 1 && !hasMore ? 'person is' : 'people are';
  return {
    isSomebody: true,
    sentence: `${hasMore ? 'More than ' : ''}${numeral(records.length)} ${people} clocked in.`,
  };
}

const MAX_COUNTED = 100;
