import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { heading, link, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { monthText, type Present } from '../../components/time.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { CLOSED } from './month-of.ts';
import { formOf, namesOf, PATH, periodIn, startOf, todayIn } from './record-of.ts';

/** What is unfinished in a month, and the form that closes it. */
export const closeMonth = screen({
  path: '/time-records/close-month',
  success: () => t.closedMonths.closed,
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
      .map((each) => link(`${PATH}/close-month?month=${each}`, monthText(each)));
    return {
      title: t.closedMonths.close,
      body: html`${heading({
        title: t.closedMonths.closeMonth(monthText(month)),
        parent: { href: PATH, title: t.frame.timeRecords },
        about: t.closedMonths.aboutClosing,
      })}<p class="muted">${t.closedMonths.anotherMonth} ${others.map((each) => html`${each} `)}</p>${unfinished}${section(
        'close',
        t.closedMonths.closeSection,
        form(state, {
          fields: [
            {
              kind: 'select',
              name: 'month',
              label: t.words.month,
              options: months.map((each) => [each, monthText(each)] as const),
              value: month,
            },
            {
              kind: 'select',
              name: 'group',
              label: t.closedMonths.of,
              options: [['', t.timeRecords.everybody], ...userGroups.map(({ id, name }) => [id, name] as const)],
              value: '',
              help: t.closedMonths.groupHelp,
            },
          ],
          submit: t.closedMonths.close,
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
    ...open.map((record) => ({ record, what: t.closedMonths.endIt })),
    ...toCorrect.map((record) => ({ record, what: t.closedMonths.correctIt })),
    ...crossing
      .filter(({ endTime }) => endTime !== undefined)
      .map((record) => ({ record, what: t.closedMonths.overlaps })),
  ];
  const names = await namesOf(
    callIfAvailable,
    rows.map(({ record }) => record.userId),
  );
  return section(
    'unfinished',
    t.closedMonths.unfinished,
    table<(typeof rows)[number]>({
      label: t.closedMonths.unfinished,
      rows,
      columns: [
        { head: t.words.person, cell: ({ record }) => names(record.userId) },
        { head: t.words.time, cell: ({ record }) => periodIn(record, present) },
        { head: t.closedMonths.leftToDo, kind: 'wrap', cell: ({ what }) => what },
      ],
      href: ({ record }) => formOf(record),
      empty: {
        title: t.closedMonths.nothingUnfinished,
        text: t.closedMonths.nothingUnfinishedText,
      },
    }),
  );
}

/** A millisecond later: the least period. */
function later(instant: string): string {
  return Temporal.Instant.from(instant).add({ milliseconds: 1 }).toString({ fractionalSecondDigits: 3 });
}
