import { type Finding, FindingService } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { empty, heading, link, linkButton, notSearched, postButton, section } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { dayText } from '../../components/time.ts';
import { cursorAfter, PAGE_SIZE, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { exportLinks } from '../time-records/excel.ts';
import { withPeriod } from '../time-records/filter.ts';
import { namesOf, PATH } from '../time-records/record-of.ts';
import {
  FINDINGS,
  mondayOf,
  readFindingsFilter,
  ruleOptions,
  rules,
  type Selected,
  stateOptions,
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
      title: t.findings.title,
      ...(faults && { status: 422 }),
      body: html`${heading({
        title: t.findings.title,
        parent: { href: PATH, title: t.frame.timeRecords },
        about: t.findings.about(
          link('/console/settings/working-time', t.findings.rulesOfWorkingTime),
          session.institutionName,
        ),
      })}
${filters({
  label: t.findings.title,
  path: FINDINGS,
  query,
  ...(faults && { faults }),
  filters: [
    { kind: 'date', name: 'from', label: t.words.from },
    { kind: 'date', name: 'to', label: t.words.to },
    { name: 'person', label: t.words.person, maxLength: 320, placeholder: t.timeRecords.nameEmailOrCode },
    { kind: 'select', name: 'rule', label: t.findings.rule, options: ruleOptions() },
    { kind: 'select', name: 'state', label: t.words.state, options: stateOptions() },
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
    const title = t.findings.weekOf(names(userId), dayText(monday));
    const open = all.filter(({ acknowledged }) => !acknowledged).length;
    const list = findingsTable(title, all, {
      names,
      present,
      action: { head: t.words.action, kind: 'action', cell: (each) => actionOf(each, names(userId), back) },
    });
    const acknowledgeAll = linkButton(
      `${FINDINGS}/weeks/${userId}/${monday}/acknowledge?${back}`,
      t.findings.acknowledgeWeek,
      'plain',
      title,
    );
    return section(`week-${monday}-${userId}`, title, list, open > 1 && acknowledgeAll);
  });
  const none =
    cursor === undefined
      ? { title: t.findings.none, text: t.findings.noneText }
      : { title: t.findings.noneSoFar, text: t.findings.noneSoFarText };
  return html`${exportLinks(visit, [[t.parts.exportCsv, `${FINDINGS}/export`, own]])}${groups.length > 0 ? groups : empty(none)}${pages({ path: FINDINGS, query, cursor, top: undefined, summary: t.findings.shown(found.length) })}`;
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
  const of = t.findings.ofDay(name, dayText(date));
  return acknowledged
    ? postButton(`${FINDINGS}/${id}/reopen?${back}`, t.findings.reopen, 'plain', of)
    : linkButton(`${FINDINGS}/${id}/acknowledge?${back}`, t.findings.acknowledge, 'plain', of);
}

const MAX_CALLS = 4;
