import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { csvRow, type ExcelLanguage } from '../../../records/csv.ts';
import { everybody, PERSON_COLUMNS, personCells } from '../../../records/everybody.ts';
import type { SessionVisit } from '../../route/screen.ts';
import type { Exported } from './filter.ts';

/** A row for each person and day with at least one log, by name, person and day. */
export async function* dayRows(
  visit: SessionVisit,
  { days, end, people: chosen }: Exported,
  excel: ExcelLanguage,
): AsyncGenerator<string> {
  yield csvRow([...PERSON_COLUMNS, ...COLUMNS], excel);
  const people = await everybody(visit.callForLong, chosen);
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const group = people.slice(from, from + AT_ONCE);
    const { totals } = await visit.callForLong(RecordService.method.listTotals, {
      from: days.from,
      to: end,
      by: PeriodUnit.DAY,
      userIds: group.map(({ id }) => id),
    });
    const byId = new Map(totals.map(({ userId, periods }) => [userId, periods]));
    yield group
      .flatMap((each) =>
        (byId.get(each.id) ?? []).map(
          ({ start, workedMinutes, pauseMinutes, logs, autoClosed, workedSeconds, pauseSeconds }) =>
            csvRow(
              [
                ...personCells(each),
                ...[{ local: start }, workedMinutes, pauseMinutes, logs, autoClosed, workedSeconds, pauseSeconds],
              ],
              excel,
            ),
        ),
      )
      .join('');
  }
}

/** New ones go last: programs read the others by their position. */
const COLUMNS = ['day', 'workedMinutes', 'pauseMinutes', 'logs', 'autoClosed', 'workedSeconds', 'pauseSeconds'];

/** Few enough that the years of all are read within a moment. */
const AT_ONCE = 20;
