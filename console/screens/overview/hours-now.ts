import { type CountRecordsResponse, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { countText, strip } from '../../components/strip.ts';
import type { Present } from '../../components/time.ts';
import type { AllowedCall } from '../../route/optional-call.ts';
import { CLOSED } from '../time-records/month-of.ts';
import { PATH, startOf, todayIn } from '../time-records/record-of.ts';

/** Who is clocked in, and what waits for whoever sees hours: undefined while it cannot be read, null for others. */
export function countHours(call: AllowedCall, present: Present): Promise<CountRecordsResponse | undefined | null> {
  const { first, today } = evenings(present);
  return call(RecordService.method.countRecords, {
    from: startOf(first, present),
    to: startOf(today.add({ days: 1 }), present),
    before: startOf(today, present),
  });
}

/** The same as a strip, each number with its list. */
export function hoursNow(counted: CountRecordsResponse | undefined | null, present: Present): Html | undefined {
  if (counted === null) return undefined;
  if (!counted)
    return section('hours', t.overview.hours, html`<p class="message warn">${t.overview.hoursUnavailable}</p>`);
  const { open, openBefore, toCorrect, late } = counted;
  const { first, today } = evenings(present);
  const listOf = (show: string, from = today) =>
    `${PATH}?${new URLSearchParams({ from: String(from), to: String(today), show })}`;
  return section(
    'hours',
    t.overview.hours,
    strip([
      { value: countText(open), words: t.overview.clockedInNow, href: listOf('open') },
      {
        value: countText(toCorrect),
        words: t.overview.evenings(toCorrect),
        href: listOf('auto-closed', first),
        isToDo: toCorrect > 0,
      },
      {
        value: countText(openBefore),
        words: t.overview.openSinceYesterday,
        href: listOf('open-before-today'),
        isToDo: openBefore > 0,
      },
      ...(late > 0
        ? [{ value: countText(late), words: t.overview.arrivedLate, href: `${CLOSED.href}#late`, isToDo: true }]
        : []),
    ]),
  );
}

/** As many days as the list of time records shows at once. */
function evenings(present: Present) {
  const today = todayIn(present);
  return { first: today.subtract({ days: 365 }), today };
}
