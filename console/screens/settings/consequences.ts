import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { format as numeral } from '../../components/chart.ts';
import type { Values } from '../../route/opened-form.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { ALWAYS } from '../people/clockings.ts';

/** What a change of settings does to what is stored, with numbers: what is asked before it is saved. */
export async function consequencesOf(
  { callIfAvailable, present }: Pick<SessionVisit, 'callIfAvailable' | 'present'>,
  { user_code_format: format, time_tracking_timezone: zone }: Values,
): Promise<string[]> {
  const [ofFormat, ofZone] = await Promise.all([
    format ? formatConsequence(callIfAvailable, format) : undefined,
    zone === undefined ? undefined : zoneConsequences(callIfAvailable, zone || 'UTC', present.timeZone),
  ]);
  return [ofFormat ?? [], ofZone ?? []].flat();
}

async function formatConsequence(call: OptionalCall, format: string): Promise<string | undefined> {
  const found = await call(InstitutionService.method.checkUserCodeFormat, { format, withStoredCodes: true });
  if (!found) return 'We can’t tell right now how many stored codes do not match the new format.';
  const { codes = 0, otherCodes = 0 } = found;
  if (otherCodes === 0) return undefined;
  return `${numeral(otherCodes)} of ${numeral(codes)} stored codes do not match the new code format. They stay valid until somebody changes them. New codes must match.`;
}

async function zoneConsequences(call: OptionalCall, zone: string, former: string): Promise<string[]> {
  const found = await call(RecordService.method.listRecords, {
    page: { size: MAX_COUNTED },
    filter: RecordFilter.OPEN,
    ...ALWAYS,
  });
  const days = `From now on, days, weeks and months will begin and end in ${zone}, no longer in ${former}.`;
  if (!found) return [days, 'We can’t tell right now how many people are clocked in.'];
  const { records, hasMore } = found;
  if (records.length === 0) return [days, 'Nobody is clocked in.'];
  const count = `${hasMore ? 'More than ' : ''}${numeral(records.length)} ${records.length === 1 && !hasMore ? 'person is' : 'people are'} clocked in`;
  return [days, `${count}. A session that nobody stops will be closed at the end of the day in ${zone}.`];
}

const MAX_COUNTED = 100;
