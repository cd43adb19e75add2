import { type Finding, FindingSeverity } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { badge, link } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { type Column, table } from '../../components/table.ts';
import { date, dayText, hours, type Present } from '../../components/time.ts';
import { type Names, pathOf } from '../time-records/record-of.ts';
import { rules } from './filter.ts';

/** Findings of one person as a table. @param action its last column */
export function findingsTable(
  label: string,
  findings: readonly Finding[],
  { names, present, action }: { readonly names: Names; readonly present: Present; readonly action?: Column<Finding> },
): Html {
  return table<Finding>({
    label,
    rows: findings,
    columns: [
      { head: t.words.day, cell: (each) => dayText(each.date) },
      { head: t.findings.finding, kind: 'wrap', cell: findingOf },
      { head: t.findings.actual, kind: 'num', cell: ({ minutes }) => hours(minutes?.actual ?? 0) },
      { head: t.findings.limit, kind: 'num', cell: ({ minutes }) => hours(minutes?.limit ?? 0) },
      { head: t.findings.paragraph, cell: ({ paragraph }) => paragraph },
      { head: t.timeRecords.records, cell: ({ timeRecordIds }) => recordLinks(timeRecordIds) },
      { head: t.words.state, kind: 'wrap', cell: (each) => stateOf(each, names, present) },
      ...(action ? [action] : []),
    ],
    empty: { title: '', text: '' },
  });
}

function findingOf({ rule, severity, isUnsure }: Finding): Html {
  const isViolation = severity === FindingSeverity.VIOLATION;
  const { violation, notice, unsure } = t.findings;
  return html`${t.findings.rules[rules.of(rule)]} ${isViolation ? badge('warn', violation) : badge('plain', notice)}${isUnsure && html` ${badge('plain', unsure)}`}`;
}

function recordLinks(ids: readonly string[]): Fragment {
  const shown = ids.slice(0, MAX_LINKS);
  return html`${shown.map((id, at) => html`${at > 0 && ' '}${link(pathOf({ id }), html`${at + 1}<span class="hidden">${t.findings.nthRecord}</span>`)}`)}${ids.length > shown.length && ` ${t.findings.andMore(ids.length - shown.length)}`}`;
}

function stateOf({ acknowledged }: Finding, names: Names, present: Present): Html {
  if (!acknowledged) return badge('warn', t.findings.open);
  const { byUserId, at, reason } = acknowledged;
  return html`${badge('good', t.findings.acknowledged)} ${reason} <span class="muted small">${names(byUserId)}, ${date(at, present)}</span>`;
}

/** The ids of people whose names a table shows. */
export function peopleIn(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ userId, acknowledged }) => [userId, ...(acknowledged ? [acknowledged.byUserId] : [])]);
}

const MAX_LINKS = 5;
