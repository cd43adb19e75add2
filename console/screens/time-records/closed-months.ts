import { type ClosedMonth, MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { badge, heading, linkButton } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { dateTime, monthText } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { exportLinks } from './excel.ts';
import { lateSection } from './late-records.ts';
import { CLOSED, groupNames, monthPath } from './month-of.ts';
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
      label: CLOSED.title,
      rows: months,
      columns: [
        { head: t.words.month, cell: ({ month }) => monthText(month) },
        { head: t.closedMonths.of, cell: ({ userGroupId }) => groups(userGroupId) },
        { head: t.words.state, kind: 'wrap', cell: (each) => stateOf(each, names, visit) },
        { head: t.timeRecords.records, kind: 'num', cell: ({ records }) => records },
        { head: t.closedMonths.digest, cell: ({ digest }) => html`<span class="mono">${shortDigest(digest)}</span>` },
        { head: t.words.action, kind: 'action', cell: (each) => actionsOf(each, groups(each.userGroupId), visit) },
      ],
      empty: { title: t.closedMonths.none, text: t.closedMonths.noneText },
    });
    const cursor = hasMore && last ? cursorAfter({ sort: last.closedAt, id: last.id }) : undefined;
    const top = cursorAt(first && { sort: first.closedAt, id: first.id }, 'descending');
    return {
      title: CLOSED.title,
      body: html`${heading({
        title: CLOSED.title,
        parent: { href: PATH, title: t.frame.timeRecords },
        about: t.closedMonths.about,
        actions: linkButton(`${PATH}/close-month`, t.closedMonths.close, 'primary'),
      })}${list}${pages({ path: CLOSED.href, query, cursor, top, summary: t.timeRecords.shown(months.length) })}${late}`,
    };
  },
});

/** Opens a closed month again. */
export const reopenMonth = screen({
  path: '/time-records/closed-months/{id}/reopen',
  success: () => t.closedMonths.reopened,
  async view({ call, params: { id = '' } }, state) {
    const { closedMonth } = await call(MonthService.method.compareClosedMonth, { id });
    if (!closedMonth || closedMonth.reopening) return { to: CLOSED.href };
    const title = t.closedMonths.reopenMonth(monthText(closedMonth.month));
    return {
      title,
      isNarrow: true,
      body: html`${heading({
        title,
        parent: CLOSED,
        about: t.closedMonths.aboutReopening,
      })}${form(state, {
        fields: [
          {
            name: 'reason',
            label: t.words.reason,
            required: true,
            maxLength: 500,
            help: t.closedMonths.reopenReasonHelp,
          },
        ],
        submit: t.closedMonths.reopen,
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
  const { byWhom, closedBy: closedByWhom, isClosed, isOpenAgain } = t.closedMonths;
  const closed = [dateTime(closedAt, present), names(closedBy)] as const;
  if (!reopening) return html`${badge('good', isClosed)} ${byWhom(...closed)}`;
  return html`${badge('plain', isOpenAgain)} ${byWhom(dateTime(reopening.reopenedAt, present), names(reopening.reopenedBy))}: ${reopening.reason}<br><span class="muted">${closedByWhom(...closed)}</span>`;
}

function actionsOf(closed: ClosedMonth, group: string, visit: SessionVisit): Fragment {
  if (closed.reopening) return html`<span class="hidden">${t.closedMonths.noAction}</span>`;
  const of = `${monthText(closed.month)}, ${group}`;
  return html`<div class="actions">${exportLinks(visit, [[t.parts.exportCsv, monthPath(closed, '/export')]], of)}${linkButton(monthPath(closed, '/reopen'), t.closedMonths.reopen, 'danger', of)}</div>`;
}
