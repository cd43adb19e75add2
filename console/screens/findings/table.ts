import { type Finding, FindingSeverity } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { badge, link } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { type Column, table } from '../../components/table.ts';
import { date, hours, type Present } from '../../components/time.ts';
import { type Names, pathOf } from '../time-records/record-of.ts';
import { RULES, rules } from './filter.ts';

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
      { head: 'Day', cell: (each) => each.date },
      { head: 'Finding', kind: 'wrap', cell: findingOf },
      { head: 'Actual', kind: 'num', cell: ({ minutes }) => hours(minutes?.actual ?? 0) },
      { head: 'Limit', kind: 'num', cell: ({ minutes }) => hours(minutes?.limit ?? 0) },
      { head: 'Paragraph', cell: ({ paragraph }) => paragraph },
      { head: 'Records', cell: ({ timeRecordIds }) => recordLinks(timeRecordIds) },
      { head: 'State', kind: 'wrap', cell: (each) => stateOf(each, names, present) },
      ...(action ? [action] : []),
    ],
    empty: { title: '', text: '' },
  });
}

function findingOf({ rule, severity, isUnsure }: Finding): Html {
  const tone = severity === FindingSeverity.VIOLATION ? 'warn' : 'plain';
  return html`${RULES[rules.of(rule)]} ${badge(tone, severity === FindingSeverity.VIOLATION ? 'Violation' : 'Notice')}${isUnsure && html` ${badge('plain', 'Unsure')}`}`;
}

function recordLinks(ids: readonly string[]): Fragment {
  const shown = ids.slice(0, MAX_LINKS);
  return html`${shown.map((id, at) => html`${at > 0 && ' '}${link(pathOf({ id }), html`${at + 1}<span class="hidden">. record</span>`)}`)}${ids.length > shown.length && ` and ${ids.length - shown.length} more`}`;
}

function stateOf({ acknowledged }: Finding, names: Names, present: Present): Html {
  if (!acknowledged) return badge('warn', 'Open');
  const { byUserId, at, reason } = acknowledged;
  return html`${badge('good', 'Acknowledged')} ${reason} <span class="muted small">${names(byUserId)}, ${date(at, present)}</span>`;
}

/** The ids of people whose names a table shows. */
export function peopleIn(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ userId, acknowledged }) => [userId, ...(acknowledged ? [acknowledged.byUserId] : [])]);
}

const MAX_LINKS = 5;
