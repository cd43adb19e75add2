import { checkShape } from '../../../bundle/format/check-shape.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import { decoderOf, isAscii, isUnreadable } from '../../../platform/core/table/encodings.ts';
import type { Table } from '../../../platform/core/table/read-table.ts';
import { type RowFault, shortened } from '../../../platform/core/table/row-fault.ts';
import {
  COLUMN_NAMES,
  columnOf,
  GROUPS,
  PERSON_FIELDS,
  PERSON_RECORD,
  type PersonField,
  type PersonRecord,
} from './person-columns.ts';

/** A row with a person: invalid cells are left out, so that the others can still be checked. */
export interface PersonRow {
  readonly row: number;
  /** Its email is empty if it has none that can be looked up. */
  readonly record: PersonRecord;
  /** The names of the groups that the person is to be in; undefined to leave them. */
  readonly groups: readonly string[] | undefined;
  /** The texts of the cells, by column. */
  readonly cells: ReadonlyMap<string, string>;
  readonly faults: readonly RowFault[];
}

/** How a file is read. */
interface Reading {
  readonly ignoreUnknownColumns: boolean;
  /** Empty for the one that was found. */
  readonly encoding: string;
}

export interface PeopleFile {
  readonly people: readonly PersonRow[];
  /** Those of the table; a row has its own. */
  readonly faults: readonly RowFault[];
  readonly unknownColumns: string[];
  readonly encoding: string;
}

/** The people in a file, and its faults, regardless of stored users. */
export async function readPeople(
  table: Table,
  { ignoreUnknownColumns, encoding: chosen }: Reading,
): Promise<PeopleFile> {
  const encoding = chosen || table.encoding;
  const decode = decoderOf(encoding);
  const unknownColumns = table.unknownColumns.map((name) => shortened(decode(name).trim()));
  const unknown = ignoreUnknownColumns
    ? []
    : unknownColumns.map((column) => ({ row: table.headerRow, column, message: UNKNOWN }));
  const people = await mapInChunks(table.rows, ({ row, cells }) => {
    const texts = new Map(table.columns.map((column, at) => [column, decode(cells[at] ?? '')]));
    return readRow(row, texts, encoding);
  });
  return { people, faults: [...table.faults, ...unknown], unknownColumns, encoding };
}

function readRow(row: number, cells: ReadonlyMap<string, string>, encoding: string): PersonRow {
  const faults: RowFault[] = [];
  const isFaulty = (column: string) => faults.some((each) => each.column === column);
  const fault = (column: string, message: string) => faults.push({ row, column, message });
  for (const [column, text] of cells) if (isUnreadable(text, encoding)) fault(column, UNREADABLE);
  const cell = (column: string) => (isFaulty(column) ? '' : (cells.get(column) ?? ''));

  const archived = cell('archived').trim().toLowerCase();
  if (!['', 'yes', 'no'].includes(archived)) fault('archived', 'must be yes or no');
  const email = cell('email').trim();
  if (email === '' && cells.has('email') && !isFaulty('email')) fault('email', 'is required');
  const given = new Map<PersonField, string | boolean>();
  for (const field of PERSON_FIELDS) if (cell(columnOf(field)) !== '') given.set(field, cell(columnOf(field)));
  given.delete('isArchived');
  if (archived !== '' && !isFaulty('archived')) given.set('isArchived', archived === 'yes');
  given.set('email', email);
  for (const { pointer, message } of checkShape(PERSON_RECORD, Object.fromEntries(given), '').faults) {
    const field = pointer.slice(1) as PersonField;
    if (given.get(field) !== '') fault(columnOf(field), message);
    given.delete(field);
  }

  const listed = cell(GROUPS);
  const names = listed.split('|', MAX_LISTED + 1).map((name) => name.trim().normalize('NFC'));
  if (names.length > MAX_LISTED) fault(GROUPS, 'has too many names');
  const groups = [...new Set(names)].filter(Boolean);
  if (listed.trim() !== '' && groups.length === 0) fault(GROUPS, 'names no group');
  const record = { email: '', ...Object.fromEntries(given) } as PersonRecord;
  return { row, record, groups: groups.length === 0 ? undefined : groups, cells, faults };
}

/** The first rows with letters outside ASCII, which a wrong encoding would change. */
export function lettersIn(people: readonly PersonRow[]): Pick<PersonRow, 'row' | 'cells'>[] {
  const found: Pick<PersonRow, 'row' | 'cells'>[] = [];
  for (const { row, cells } of people) {
    const outside = new Map([...cells].filter(([, text]) => !isAscii(text)));
    if (outside.size > 0 && found.push({ row, cells: outside }) === MAX_LETTERS) break;
  }
  return found;
}

/** Enough rows to see whether the letters are right. */
const MAX_LETTERS = 20;
/** More names than anybody has groups, even if each stands there twice. */
const MAX_LISTED = 1_000;
const UNKNOWN = `is not a column that can be imported; choose which of ${COLUMN_NAMES.join(', ')} it is, or leave it out`;
const UNREADABLE = 'has letters that cannot be read: choose the encoding in which the file was saved, or correct them';
