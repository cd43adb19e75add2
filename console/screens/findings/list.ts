import { type Finding, FindingService } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { empty, heading, link, linkButton, notSearched, postButton, section } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Html, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { cursorAfter, PAGE_SIZE, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { withPeriod } from '../time-records/filter.ts';
import { namesOf, PATH } from '../time-records/record-of.ts';
import {
  FINDINGS,
  mondayOf,
  RULE_OPTIONS,
  readFindingsFilter,
  rules,
  type Selected,
  STATE_OPTIONS,
  states,
} from './filter.ts';
import { findingsTable, peopleIn } from './table.ts';

/** What the rules of working time have found, by week and person. */
export const findings = screen({
  path: '/time-records/findings',
  async view(visit) {
    const { query, session } = visit;
    const address = withPeriod(visit);
    if (address) return { to: `${FINDINGS}?${new URLSearchParams(address)}` };
    const read = await readFindingsFilter(visit);
    const faults = 'faults' in read ? read.faults : undefined;
    return {
      title: 'Findings',
      ...(faults && { status: 422 }),
      body: html`${heading({
        title: 'Findings',
        parent: { href: PATH, title: 'Time records' },
        about: html`What the ${link('/console/settings/working-time', 'rules of working time')} of ${session.institutionName} do not allow. Nothing is refused or changed because of it. Times are in hours and minutes.`,
      })}
${filters({
  label: 'Findings',
  path: FINDINGS,
  query,
  ...(faults && { faults }),
  filters: [
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'date', name: 'to', label: 'To' },
    { name: 'person', label: 'Person', maxLength: 320, placeholder: 'Name, email or code' },
    { kind: 'select', name: 'rule', label: 'Rule', options: RULE_OPTIONS },
    { kind: 'select', name: 'state', label: 'State', options: STATE_OPTIONS },
  ],
})}
${filteredList('selected' in read ? await listOf(visit, read.selected) : empty(notSearched()))}`,
    };
  },
});

async function listOf(visit: SessionVisit, { asked }: Selected): Promise<Html> {
  const { callIfAvailable, query, present } = visit;
  const { found, cursor } = await findPage(visit, asked);
  const names = await namesOf(callIfAvailable, peopleIn(found));
  const { cursor: _cursor, before: _before, ...own } = query;
  const back = String(new URLSearchParams(query));
  const weeks = Map.groupBy(found, ({ date, userId }) => `${mondayOf(date)} ${userId}`);
  const groups = [...weeks].map(([key, all]) => {
    const [monday = '', userId = ''] = key.split(' ');
    const title = `${names(userId)}, week of ${monday}`;
    const open = all.filter(({ acknowledged }) => !acknowledged).length;
    const list = findingsTable(title, all, {
      names,
      present,
      action: { head: 'Action', kind: 'action', cell: (each) => actionOf(each, names(userId), back) },
    });
    const acknowledgeAll = linkButton(
      `${FINDINGS}/weeks/${userId}/${monday}/acknowledge?${back}`,
      'Acknowledge week',
      'plain',
      title,
    );
    return section(`week-${monday}-${userId}`, title, list, open > 1 && acknowledgeAll);
  });
  const none = cursor === undefined ? NONE : SPARSE;
  return html`<p class="actions">${linkButton(`${FINDINGS}/export?${new URLSearchParams(own)}`, 'Export CSV')}</p>${groups.length > 0 ? groups : empty(none)}${pages({ path: FINDINGS, query, cursor, top: undefined, summary: `${found.length} shown, by week` })}`;
}

/** A page of findings. Where few people have any, an answer may hold none and still say that more may follow. */
async function findPage({ call, query }: SessionVisit, { rule, state, ...asked }: Selected['asked']) {
  const found: Finding[] = [];
  let page = pageOf(query);
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const answer = await call(FindingService.method.listFindings, {
      ...asked,
      ...(rule && { rule: rules.from(rule) }),
      state: states.from(state),
      page: { ...page, size: PAGE_SIZE - found.length },
    });
    found.push(...answer.findings);
    if (!answer.end) return { found, cursor: undefined };
    page = { ...page, after: answer.end };
    if (found.length === PAGE_SIZE) break;
  }
  return { found, cursor: page.after && cursorAfter(page.after) };
}

function actionOf({ id, date, acknowledged }: Finding, name: string, back: string): Html {
  const of = `of ${name}, ${date}`;
  return acknowledged
    ? postButton(`${FINDINGS}/${id}/reopen?${back}`, 'Reopen', 'plain', of)
    : linkButton(`${FINDINGS}/${id}/acknowledge?${back}`, 'Acknowledge', 'plain', of);
}

const MAX_CALLS = 4;
const NONE = {
  title: 'No findings',
  text: 'No findings match. There are none while no rules of working time are chosen in Settings.',
};
const SPARSE = { title: 'No findings so far', text: 'Not all people have been looked at. Go on with the next page.' };
