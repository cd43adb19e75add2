import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { heading, link, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import type { Present } from '../../components/time.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { CLOSED, monthName } from './month-of.ts';
import { formOf, namesOf, PATH, periodIn, startOf, todayIn } from './record-of.ts';

/** What is unfinished in a month, and the form that closes it. */
export const closeMonth = screen({
  path: '/time-records/close-month',
  success: () => 'The month is closed.',
  faults: { MONTH_CLOSED: 'month', MONTH_UNFINISHED: 'month', USER_GROUP_NOT_FOUND: 'group' },
  async view(visit, state) {
    const { call, present, query } = visit;
    const months = monthsIn(present);
    const month = months.find((each) => each === (state.values.month ?? query.month)) ?? months[0] ?? '';
    const [{ userGroups }, unfinished] = await Promise.all([
      call(UserGroupService.method.listUserGroups, { page: { size: MOST_GROUPS } }),
      unfinishedIn(visit, month),
    ]);
    const others = months
      .filter((each) => each !== month)
      .map((each) => link(`${PATH}/close-month?month=${each}`, monthName(each)));
    return {
      title: 'Close month',
      body: html`${heading({
        title: `Close ${monthName(month)}`,
        parent: { href: PATH, title: 'Time records' },
        about:
          'Afterwards nobody changes its hours, in the console or by the API. It can be opened again, with a reason.',
      })}<p class="muted">Another month: ${others.map((each) => html`${each} `)}</p>${unfinished}${section(
        'close',
        'Close',
        form(state, {
          fields: [
            {
              kind: 'select',
              name: 'month',
              label: 'Month',
              options: months.map((each) => [each, monthName(each)] as const),
              value: month,
            },
            {
              kind: 'select',
              name: 'group',
              label: 'Of',
              options: [['', 'Everybody'], ...userGroups.map(({ id, name }) => [id, name] as const)],
              value: '',
              help: 'Of a user group: those who belong to it now.',
            },
          ],
          submit: 'Close month',
          danger: true,
          cancel: PATH,
        }),
      )}`,
    };
  },
  async submit({ send, values: { month = '', group = '' } }) {
    await send(MonthService.method.closeMonth, { month, ...(group !== '' && { userGroupId: group }) });
    return { to: CLOSED.href };
  },
});

const MOST_GROUPS = 500;
const MONTHS = 12;
/** Of each kind of unfinished records. */
const SHOWN = 50;

/** The months that can be closed, the latest first. */
function monthsIn(present: Present): readonly string[] {
  const now = todayIn(present).toPlainYearMonth();
  return Array.from({ length: MONTHS }, (_, index) => now.subtract({ months: index + 1 }).toString());
}

/** What should be mended first: open sessions, which keep a month from being closed, forgotten evenings, and nights. */
async function unfinishedIn({ call, callIfAvailable, present }: SessionVisit, month: string): Promise<Html> {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const [from, to] = [startOf(first, present), startOf(first.add({ months: 1 }), present)];
  const read = async (request: { from: string; to: string; filter?: RecordFilter }) =>
    (await call(RecordService.method.listRecords, { page: { size: SHOWN }, ...request })).records;
  const [open, toCorrect, atStart, atEnd] = await Promise.all([
    read({ ...ALL_TIME, to, filter: RecordFilter.OPEN }),
    read({ from, to, filter: RecordFilter.AUTO_CLOSED }),
    read({ from, to: later(from) }),
    read({ from: to, to: later(to) }),
  ]);
  const crossing = [
    ...atStart.filter(({ startTime }) => startTime < from),
    ...atEnd.filter(({ startTime }) => startTime < to),
  ];
  const rows = [
    ...open.map((record) => ({ record, what: 'Still clocked in: end it' })),
    ...toCorrect.map((record) => ({ record, what: 'Closed automatically: correct it, or say that it was so' })),
    ...crossing
      .filter(({ endTime }) => endTime !== undefined)
      .map((record) => ({ record, what: 'Overlaps the next or the former month: it is closed as a whole' })),
  ];
  const names = await namesOf(
    callIfAvailable,
    rows.map(({ record }) => record.userId),
  );
  return section(
    'unfinished',
    'Unfinished',
    table<(typeof rows)[number]>({
      label: 'Unfinished',
      rows,
      columns: [
        { head: 'Person', cell: ({ record }) => names(record.userId) },
        { head: 'Time', cell: ({ record }) => periodIn(record, present) },
        { head: 'What is left to do', kind: 'wrap', cell: ({ what }) => what },
      ],
      href: ({ record }) => formOf(record),
      empty: {
        title: 'Nothing is unfinished',
        text: 'Nobody is clocked in since then, and every record was looked at.',
      },
    }),
  );
}

/** A millisecond later: the least period. */
function later(instant: string): string {
  return Temporal.Instant.from(instant).add({ milliseconds: 1 }).toString({ fractionalSecondDigits: 3 });
}
