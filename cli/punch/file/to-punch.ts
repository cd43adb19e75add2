import { parseDateTime } from '../../../platform/core/instant.ts';
import type { Fault } from '../../import/fault.ts';
import { PUNCH_KINDS, type Punch, type PunchKind } from '../punch.ts';
import type { ColumnName, Columns } from './columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { faultAt } from './punch-file-faults.ts';

/** Reads a row; values are kept as written, including leading zeros of a code. */
export function toPunch(row: CsvRow, columns: Columns): { readonly punch: Punch } | { readonly faults: Fault[] } {
  const { line, cells } = row;
  const value = (name: ColumnName) => cells[columns.indexOf(name)] ?? '';
  const [code, kind, label, template] = [value('code'), value('kind'), value('label'), value('template')];
  const time = parseDateTime(value('time'));
  const faults = [...shapeFaults(row, columns), ...detailFaults(row, { kind, label, template })];
  if (code.trim() === '') faults.push(faultAt(line, 'code', 'has no value'));
  if (kind === '') faults.push(faultAt(line, 'kind', 'has no value'));
  else if (!isKind(kind))
    faults.push(faultAt(line, 'kind', `is "${kind}"; it must be one of ${PUNCH_KINDS.join(', ')}`));
  if (value('time') === '') faults.push(faultAt(line, 'time', 'has no value'));
  else if (time === null) faults.push(faultAt(line, 'time', timeFault(value('time'))));
  if (faults.length > 0 || time === null || !isKind(kind)) return { faults };
  return { punch: { line, code, kind, time, ...(label ? { label } : {}), ...(template ? { template } : {}) } };
}

const EXPECTED_TIME = 'it must be an RFC 3339 date-time with an offset, such as 2026-10-05T08:00:00+02:00';
/** A date as spreadsheets show it, `05.10.2026 08:00`, or as they store it, the days since 1900: `46300,3333`. */
const OF_A_SPREADSHEET = /^\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|^\d{4,6}[.,]\d+$/;

function timeFault(time: string): string {
  const hint = OF_A_SPREADSHEET.test(time) ? '. Format the column as text in the spreadsheet' : '';
  return `is "${time}"; ${EXPECTED_TIME}${hint}`;
}

function isKind(kind: string): kind is PunchKind {
  return (PUNCH_KINDS as readonly string[]).includes(kind);
}

function shapeFaults({ line, cells }: CsvRow, columns: Columns): Fault[] {
  const faults = cells.flatMap((cell, index) =>
    cell.includes('\ufffd')
      ? [faultAt(line, columns[index] ?? String(index + 1), 'is not UTF-8; save the file as "CSV UTF-8"')]
      : [],
  );
  if (cells.length > columns.length) {
    faults.push(faultAt(line, String(columns.length + 1), `is one too many: the header has ${columns.length}`));
  }
  return faults;
}

/** A timestamp needs a label or a template; other punches must have neither. */
function detailFaults(
  { line }: CsvRow,
  { kind, label, template }: { readonly kind: string; readonly label: string; readonly template: string },
): Fault[] {
  if (!isKind(kind)) return [];
  if (kind === 'timestamp') {
    return label === '' && template === '' ? [faultAt(line, 'label', 'has no value, and neither has template')] : [];
  }
  const given = Object.entries({ label, template }).filter(([, text]) => text !== '');
  return given.map(([name]) => faultAt(line, name, `has a value, but only a timestamp can have one, not a ${kind}`));
}
