import { BYTE_ORDER_MARK } from '../../../records/csv.ts';
import { recordRows } from '../../../records/hours.ts';
import { faultSummary, heading, linkButton } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { Failure } from '../../http/failure.ts';
import { screen } from '../../route/screen.ts';
import { excelFor } from './excel.ts';
import { dayRows } from './export-days.ts';
import { readFilter, withAllPeople, withPeriod } from './filter.ts';
import { PATH } from './record-of.ts';

/** The records of a period as a file: one row for each record, or for each person and day. */
export const exportRecords = screen({
  path: '/time-records/export',
  async view(visit) {
    const { query } = visit;
    const { by = '', show } = query;
    if ((by !== '' && by !== 'day') || (by === 'day' && show !== undefined)) throw new Failure(400);
    const address = withPeriod(visit);
    if (address) return { to: `${PATH}/export?${new URLSearchParams(address)}` };
    const read = await readFilter(visit);
    if ('faults' in read) {
      const remarks = Object.entries(read.faults).map(([name, text]) => ({ label: labels()[name] ?? name, text }));
      return {
        title: t.parts.exportCsv,
        status: 422,
        body: html`${heading({ title: t.parts.exportCsv })}${faultSummary(t.timeRecords.nothingExported, remarks)}<p>${linkButton(`${PATH}?${new URLSearchParams(query)}`, t.frame.timeRecords)}</p>`,
      };
    }
    const selection = await withAllPeople(visit, read.selection);
    const { from, to } = selection.days;
    const { timeZone } = visit.present;
    const excel = await excelFor(visit);
    const parts =
      by === 'day'
        ? dayRows(visit, selection, excel)
        : joined(recordRows(visit.callForLong, { ...selection, timeZone, excel }));
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `${by === 'day' ? 'days' : 'time-records'}-${from}-to-${to}.csv`,
      parts: marked(parts),
    };
  },
});

function labels(): Readonly<Record<string, string>> {
  const { from, to, person, state: show } = t.words;
  return { from, to, person, group: t.timeRecords.userGroup, show };
}

/** A file that begins with the mark by which spreadsheets know UTF-8. */
export async function* marked(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* parts;
}

/** Rows as parts of a file. */
export async function* joined(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const some of rows) yield some.join('');
}
