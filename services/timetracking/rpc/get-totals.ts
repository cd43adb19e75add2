import { query } from '../../../platform/handler/query.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { getMemberOfLogs } from '../members/admit-member.ts';
import { listTrackedTime } from '../store/tracked-time.ts';
import { calendarIn, refuseBadDays, totalsOf } from './member-totals.ts';

/** GET /time-tracking/totals: by local days of the institution. */
export const getTotals = query(LogService.method.getTotals, async (db, { member, by, ...dates }, { actor, call }) => {
  refuseBadDays(dates);
  const { userId, zone } = await getMemberOfLogs(member, call);
  const days = { ...dates, zone };
  const calendar = calendarIn(days, by);
  return { totals: await totalsOf(userId, days, calendar, listTrackedTime(db, actor, userId, calendar)) };
});
