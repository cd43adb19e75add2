import { present as required } from '../../../platform/core/present.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { recordRows } from '../../../records/hours.ts';
import { screen } from '../../route/screen.ts';
import { shortDigest } from './closed-months.ts';
import { excelFor } from './excel.ts';
import { joined, marked } from './export.ts';

/**
 * The records of a closed month as a file, whose name has the day of the closing and the digest. What has changed since,
 * by a late record or an erasure, is in the name, too: `changed-1-added` with the digest of the records as they are now.
 */
export const exportMonth = screen({
  path: '/time-records/closed-months/{id}/export',
  async view(visit) {
    const {
      call,
      callForLong,
      present,
      params: { id = '' },
    } = visit;
    const compared = await call(MonthService.method.compareClosedMonth, { id });
    const { month, startsAt, endsAt, userGroupId, digest, closedAt } = required(compared.closedMonth, 'closed month');
    const closedOn = Temporal.Instant.from(closedAt).toZonedDateTimeISO(present.timeZone).toPlainDate();
    const since = (['added', 'changed', 'removed'] as const)
      .filter((what) => compared[what] > 0)
      .map((what) => `-${compared[what]}-${what}`);
    const isSame = compared.digest === digest;
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `time-records-${month}-closed-${closedOn}-${shortDigest(digest)}${
        isSame ? '' : `-changed${since.join('')}-${shortDigest(compared.digest)}`
      }.csv`,
      parts: marked(
        joined(
          recordRows(callForLong, {
            people: undefined,
            userIds: userGroupId === undefined ? undefined : new Set(compared.userIds),
            request: { from: startsAt, to: endsAt },
            timeZone: present.timeZone,
            excel: await excelFor(visit),
          }),
        ),
      ),
    };
  },
});
