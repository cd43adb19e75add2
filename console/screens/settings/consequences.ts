import { toInstantText } from '../../../platform/core/instant.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { numberText, t } from '../../components/language.ts';
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
    isTimeOff ? [t.settings.timeOff] : [],
    ahead === undefined ? [] : [ahead, t.settings.schedulingOff],
  ].flat();
}

async function formatConsequence(call: OptionalCall, format: string): Promise<string | undefined> {
  const found = await call(InstitutionService.method.checkUserCodeFormat, { format, withStoredCodes: true });
  if (!found) return t.settings.formatUnknown;
  const { codes = 0, otherCodes = 0 } = found;
  if (otherCodes === 0) return undefined;
  return t.settings.formatOthers(numberText(otherCodes), numberText(codes));
}

function zoneConsequences(zone: string, former: string, isSomebodyIn: boolean): string[] {
  const days = t.settings.newDays(zone, former);
  return isSomebodyIn ? [days, t.settings.newEnd(zone)] : [days];
}

/** How many people are clocked in, as a sentence. */
async function countClockedIn(
  call: OptionalCall,
): Promise<{ readonly isSomebody: boolean; readonly sentence: string }> {
  const open = { page: { size: MAX_COUNTED }, filter: RecordFilter.OPEN, ...ALL_TIME };
  const found = await call(RecordService.method.listRecords, open);
  if (!found) return { isSomebody: true, sentence: t.settings.clockedInUnknown };
  const { records, hasMore } = found;
  if (records.length === 0) return { isSomebody: false, sentence: t.settings.nobodyIn };
  const { clockedIn, moreClockedIn } = t.settings;
  const { length } = records;
  return { isSomebody: true, sentence: hasMore ? moreClockedIn(numberText(length)) : clockedIn(length) };
}

/** How many appointments are ahead, as a sentence. */
async function countAhead(call: OptionalCall, { now }: Pick<SessionVisit['present'], 'now'>): Promise<string> {
  const found = await call(AppointmentService.method.listAppointments, {
    page: { size: MAX_COUNTED },
    from: toInstantText(now),
    omit: ['notes', 'rooms', 'layers', 'organizer_ids', 'user_ids', 'user_group_ids'],
  });
  if (!found) return t.settings.aheadUnknown;
  const { appointments, hasMore } = found;
  if (appointments.length === 0) return t.settings.noneAhead;
  const { length } = appointments;
  return hasMore ? t.settings.moreAhead(numberText(length)) : t.settings.ahead(length);
}

const MAX_COUNTED = 100;
