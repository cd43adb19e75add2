import { toInstantText } from '../../../platform/core/instant.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { numberText } from '../../components/language.ts';
import type { Values } from '../../route/opened-form.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import type { SessionVisit } from '../../route/screen.ts';

/** The effects of a change of settings on stored records, with numbers, to be confirmed before it is saved. */
export async function consequencesOf(
  { callIfAvailable, present }: Pick<SessionVisit, 'callIfAvailable' | 'present'>,
  { user_code_format: format, time_tracking_timezone: zone, ...switches }: Values,
): Promise<string[]> {
  const isTimeOff = switches.time_tracking_enabled === '';
  const isSchedulingOff = switches.scheduling_enabled === '';
  const [ofFormat, clockedIn, ahead] = await Promise.all([
    format ? formatConsequence(callIfAvailable, format) : undefined,
    isTimeOff || zone !== undefined ? countClockedIn(callIfAvailable) : undefined,
    isSchedulingOff ? countAhead(callIfAvailable, present) : undefined,
  ]);
  const { sentence, isSomebody = false } = clockedIn ?? {};
  return [
    ofFormat ?? [],
    sentence ?? [],
    zone === undefined ? [] : zoneConsequences(zone || 'UTC', present.timeZone, isSomebody),
    isTimeOff ? [TIME_OFF] : [],
    ahead === undefined ? [] : [ahead, SCHEDULING_OFF],
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
  return `${numberText(otherCodes)} of ${numberText(codes)} stored codes do not match the new code format. They stay valid until somebody changes them. New codes must match.`;
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
    sentence: `${hasMore ? 'More than ' : ''}${numberText(records.length)} ${people} clocked in.`,
  };
}

/** How many appointments are ahead, as a sentence. */
async function countAhead(call: OptionalCall, { now }: Pick<SessionVisit['present'], 'now'>): Promise<string> {
  const found = await call(AppointmentService.method.listAppointments, {
    page: { size: MAX_COUNTED },
    from: toInstantText(now),
    omit: ['notes', 'rooms', 'layers', 'organizer_ids', 'user_ids', 'user_group_ids'],
  });
  if (!found) return 'We can’t tell right now how many appointments are ahead.';
  const { appointments, hasMore } = found;
  if (appointments.length === 0) return 'No appointments are ahead.';
  const are = appointments.length === 1 && !hasMore ? 'appointment is' : 'appointments are';
  return `${hasMore ? 'More than ' : ''}${numberText(appointments.length)} ${are} ahead.`;
}

const MAX_COUNTED = 100;
