import { type ClosedMonth, MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { badge, heading, linkButton } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { dateTime } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { lateSection } from './late-records.ts';
import { CLOSED, groupNames, monthName, monthPath } from './month-of.ts';
import { type Names, namesOf, PATH } from './record-of.ts';

/** The months that were closed, and what arrived after that. */
export const closedMonths = screen({
  path: '/time-records/closed-months',
  async view(visit) {
    const { call, callIfAvailable, query } = visit;
    const { closedMonths: months, hasMore } = await call(MonthService.method.listClosedMonths, { page: pageOf(query) });
    const people = months.flatMap(({ closedBy, reopening }) => [
      closedBy,
      ...(reopening ? [reopening.reopenedBy] : []),
    ]);
    const [names, groups, late] = await Promise.all([
      namesOf(callIfAvailable, people),
      groupNames(
        callIfAvailable,
        months.map(({ userGroupId }) => userGroupId),
      ),
      lateSection(visit),
    ]);
    const [first] = months;
    const last = months.at(-1);
    const list = table<ClosedMonth>({
      label: 'Closed months',
      rows: months,
      columns: [
        { head: 'Month', cell: ({ month }) => monthName(month) },
        { head: 'Of', cell: ({ userGroupId }) => groups(userGroupId) },
        { head: 'State', kind: 'wrap', cell: (each) => stateOf(each, names, visit) },
        { head: 'Records', kind: 'num', cell: ({ records }) => records },
        { head: 'Digest', cell: ({ digest }) => html`<span class="mono">${shortDigest(digest)}</span>` },
        { head: 'Action', kind: 'action', cell: (each) => actionsOf(each, groups(each.userGroupId)) },
      ],
      empty: { title: 'No closed months', text: 'Close a month once its hours are complete, and hand them over.' },
    });
    const cursor = hasMore && last ? cursorAfter({ sort: last.closedAt, id: last.id }) : undefined;
    const top = cursorAt(first && { sort: first.closedAt, id: first.id }, 'descending');
    return {
      title: CLOSED.title,
      body: html`${heading({
        title: CLOSED.title,
        parent: { href: PATH, title: 'Time records' },
        about: 'Nobody changes the hours of a closed month.',
        actions: linkButton(`${PATH}/close-month`, 'Close month', 'primary'),
      })}${list}${pages({ path: CLOSED.href, query, cursor, top, summary: `${months.length} shown, newest first` })}${late}`,
    };
  },
});

/** Opens a closed month again. */
export const reopenMonth = screen({
  path: '/time-records/closed-months/{id}/reopen',
  success: () => 'The month is open again.',
  async view({ call, params: { id = '' } }, state) {
    const { closedMonth } = await call(MonthService.method.compareClosedMonth, { id });
    if (!closedMonth || closedMonth.reopening) return { to: CLOSED.href };
    const name = monthName(closedMonth.month);
    return {
      title: `Reopen ${name}`,
      isNarrow: true,
      body: html`${heading({
        title: `Reopen ${name}`,
        parent: CLOSED,
        about:
          'Its records can be changed again, by everybody who could before. What was handed over may no longer be right.',
      })}${form(state, {
        fields: [
          {
            name: 'reason',
            label: 'Reason',
            required: true,
            maxLength: 500,
            help: 'All administrators of people see it.',
          },
        ],
        submit: 'Reopen',
        danger: true,
        cancel: CLOSED.href,
      })}`,
    };
  },
  async submit({ send, params: { id = '' }, values: { reason = '' } }) {
    await send(MonthService.method.reopenMonth, { id, reason });
    return { to: CLOSED.href };
  },
});

/** The beginning of a digest: enough to compare two files. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

function stateOf({ closedBy, closedAt, reopening }: ClosedMonth, names: Names, { present }: SessionVisit): Fragment {
  const closed = html`${dateTime(closedAt, present)} by ${names(closedBy)}`;
  if (!reopening) return html`${badge('good', 'Closed')} ${closed}`;
  return html`${badge('plain', 'Open again')} ${dateTime(reopening.reopenedAt, present)} by ${names(reopening.reopenedBy)}: ${reopening.reason}<br><span class="muted">Closed ${closed}</span>`;
}

function actionsOf(closed: ClosedMonth, group: string): Fragment {
  if (closed.reopening) return html`<span class="hidden">None</span>`;
  const of = `${monthName(closed.month)}, ${group}`;
  return html`${linkButton(monthPath(closed, '/export'), 'Export CSV', 'plain', of)}${linkButton(monthPath(closed, '/reopen'), 'Reopen', 'danger', of)}`;
}
