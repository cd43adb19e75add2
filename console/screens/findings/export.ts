import { batchGet } from '../../../platform/core/batch-get.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRow, type ExcelLanguage } from '../../../records/csv.ts';
import { type ExportedPerson, PERSON_COLUMNS, personCells } from '../../../records/everybody.ts';
import { findingPages } from '../../../records/findings.ts';
import { clockOf } from '../../../records/local-clock.ts';
import { faultSummary, heading, linkButton } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { excelFor } from '../time-records/excel.ts';
import { withPeriod } from '../time-records/filter.ts';
import { FINDINGS, readFindingsFilter, type Selected } from './filter.ts';

/** The findings of a period as a file, one in each row. */
export const exportFindings = screen({
  path: '/time-records/findings/export',
  async view(visit) {
    const { query } = visit;
    const address = withPeriod(visit);
    if (address) return { to: `${FINDINGS}/export?${new URLSearchParams(address)}` };
    const read = await readFindingsFilter(visit);
    if ('faults' in read) {
      const remarks = Object.entries(read.faults).map(([name, text]) => ({ label: labels()[name] ?? name, text }));
      return {
        title: t.parts.exportCsv,
        status: 422,
        body: html`${heading({ title: t.parts.exportCsv })}${faultSummary(t.timeRecords.nothingExported, remarks)}<p>${linkButton(`${FINDINGS}?${new URLSearchParams(query)}`, t.findings.title)}</p>`,
      };
    }
    const { from, to } = read.selected.days;
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `findings-${from}-to-${to}.csv`,
      parts: rowsOf(visit, read.selected.asked, await excelFor(visit)),
    };
  },
});

function labels(): Readonly<Record<string, string>> {
  const { from, to, person, state } = t.words;
  return { from, to, person, rule: t.findings.rule, state };
}

async function* rowsOf(
  { callForLong: call, present: { timeZone } }: SessionVisit,
  asked: Selected['asked'],
  excel: ExcelLanguage,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow([...PERSON_COLUMNS, ...COLUMNS], excel);
  const clock = clockOf(timeZone);
  const at = (instant: string) => (excel === '' ? instant : clock(instant));
  for await (const found of findingPages({ call, ...asked })) {
    const people = await batchGet(
      found.map(({ userId }) => userId),
      async (ids) => (await call(UserService.method.batchGetUsers, { ids })).users,
    );
    yield found.map((each) => csvRow(cellsOf(each, people.get(each.userId), at), excel)).join('');
  }
}

type Found = Awaited<ReturnType<ReturnType<typeof findingPages>['next']>>['value'][number];

function cellsOf(
  finding: Found,
  person: ExportedPerson | undefined,
  at: (instant: string) => CsvCell,
): readonly CsvCell[] {
  const { userId, date, rule, ruleSet, paragraph, severity, minutes, isUnsure, timeRecordIds, acknowledged } = finding;
  return [
    ...(person ? personCells(person) : [userId, '', '', '']),
    ...[{ local: date }, rule, ruleSet, paragraph, severity, minutes.actual, minutes.limit, isUnsure],
    timeRecordIds.join(' '),
    ...(acknowledged
      ? [at(acknowledged.at), acknowledged.by.name ?? acknowledged.by.id, acknowledged.reason]
      : ['', '', '']),
  ];
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
