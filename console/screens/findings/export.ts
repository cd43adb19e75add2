import { present as required } from '../../../platform/core/present.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Finding, FindingService } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../records/csv.ts';
import { PERSON_COLUMNS, personCells } from '../../../records/everybody.ts';
import { faultSummary, heading, linkButton } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { withPeriod } from '../time-records/filter.ts';
import { FINDINGS, readFindingsFilter, rules, type Selected, severities } from './filter.ts';
import { peopleIn } from './table.ts';

/** The findings of a period as a file, one in each row. */
export const exportFindings = screen({
  path: '/time-records/findings/export',
  async view(visit) {
    const { query } = visit;
    const address = withPeriod(visit);
    if (address) return { to: `${FINDINGS}/export?${new URLSearchParams(address)}` };
    const read = await readFindingsFilter(visit);
    if ('faults' in read) {
      const remarks = Object.entries(read.faults).map(([name, text]) => ({ label: LABELS[name] ?? name, text }));
      return {
        title: 'Export CSV',
        status: 422,
        body: html`${heading({ title: 'Export CSV' })}${faultSummary('Nothing was exported.', remarks)}<p>${linkButton(`${FINDINGS}?${new URLSearchParams(query)}`, 'Findings')}</p>`,
      };
    }
    const { from, to } = read.selected.days;
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `findings-${from}-to-${to}.csv`,
      parts: rowsOf(visit, read.selected.request),
    };
  },
});

const LABELS: Readonly<Record<string, string>> = {
  from: 'From',
  to: 'To',
  person: 'Person',
  rule: 'Rule',
  state: 'State',
};

async function* rowsOf({ callForLong: call }: SessionVisit, request: Selected['request']): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow([...PERSON_COLUMNS, ...COLUMNS]);
  for (let after: { readonly sort: string; readonly id: string } | undefined; ; ) {
    const page = { size: AT_ONCE, ...(after && { after }) };
    const { findings, end } = await call(FindingService.method.listFindings, { ...request, page });
    const ids = [...new Set(peopleIn(findings))];
    const { users } = ids.length === 0 ? { users: [] } : await call(UserService.method.batchGetUsers, { ids });
    const people = new Map(users.map((user) => [user.id, user]));
    yield findings.map((each) => rowOf(each, people)).join('');
    if (!end) return;
    after = end;
  }
}

type People = ReadonlyMap<string, Parameters<typeof personCells>[0]>;

function rowOf(finding: Finding, people: People): string {
  const { userId, date, rule, ruleSet, paragraph, severity, isUnsure, timeRecordIds, acknowledged } = finding;
  const { actual, limit } = required(finding.minutes, 'minutes');
  const person = people.get(userId);
  return csvRow([
    ...(person ? personCells(person) : [userId, '', '', '']),
    ...[date, rules.of(rule), ruleSet, paragraph, severities.of(severity), actual, limit, isUnsure],
    timeRecordIds.join(' '),
    ...(acknowledged
      ? [acknowledged.at, people.get(acknowledged.byUserId)?.name ?? acknowledged.byUserId, acknowledged.reason]
      : ['', '', '']),
  ]);
}

/** New ones go last: programs read the others by their position. */
const COLUMNS = [
  'date',
  'rule',
  'ruleSet',
  'paragraph',
  'severity',
  'actualMinutes',
  'limitMinutes',
  'isUnsure',
  'recordIds',
  'acknowledgedAt',
  'acknowledgedBy',
  'reason',
];
const AT_ONCE = 100;
