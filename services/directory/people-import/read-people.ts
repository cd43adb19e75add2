import { checkShape } from '../../../bundle/format/check-shape.ts';
import { record } from '../../../bundle/format/fields.ts';
import type { RowFault } from '../domain/people-import.ts';
import { users } from '../import/users.ts';
import { readTable, type TableRow } from './read-table.ts';

/** A row as a record of the bundle's section `users`, without its ref: what a cell leaves empty is absent. */
export interface PersonRow {
  readonly row: number;
  readonly record: PersonRecord;
  /** The names of the groups that the person is to be in; undefined to leave them. */
  readonly groups: readonly string[] | undefined;
}

interface PersonRecord {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly name?: string;
  readonly code?: string;
  readonly isArchived?: boolean;
}

interface PeopleFile {
  /** The rows without faults of their own. */
  readonly people: readonly PersonRow[];
  readonly faults: readonly RowFault[];
  readonly hasUnknownColumns: boolean;
}

/** The people in a file, and what is wrong in it, whoever is stored. */
export function readPeople(file: Uint8Array, ignoresUnknown: boolean): PeopleFile {
  const { header, rows, faults: ofTable } = readTable(file);
  const { columns, faults: ofHeader, hasUnknownColumns } = readHeader(header, ignoresUnknown);
  const faults = [...ofTable, ...ofHeader];
  if (!columns.includes('email')) return { people: [], faults, hasUnknownColumns };
  const people: PersonRow[] = [];
  for (const each of rows) {
    const { person, faults: own } = readRow(each, columns);
    faults.push(...own);
    if (own.length === 0) people.push(person);
  }
  return { people, faults, hasUnknownColumns };
}

/** The column of each cell; undefined for one that does not count. */
function readHeader(header: readonly string[], ignoresUnknown: boolean) {
  const faults: RowFault[] = [];
  const fault = (column: string, message: string) => faults.push({ row: 1, column, message });
  let hasUnknownColumns = false;
  const seen = new Set<string>();
  const columns = header.map((cell) => {
    const given = cell.trim();
    const name = COLUMNS.find((each) => each.toLowerCase() === given.toLowerCase());
    if (name !== undefined) {
      if (!seen.has(name)) {
        seen.add(name);
        return name;
      }
      fault(name, 'is a second column with this name');
      return undefined;
    }
    hasUnknownColumns = true;
    if (!ignoresUnknown) fault(given, `is not a column that can be imported; those are ${COLUMNS.join(', ')}`);
    return undefined;
  });
  if (!seen.has('email')) fault('email', 'is required: people are found by their email');
  return { columns, faults, hasUnknownColumns };
}

function readRow({ row, cells }: TableRow, columns: readonly (Column | undefined)[]) {
  const faults: RowFault[] = [];
  const fault = (column: string, message: string) => faults.push({ row, column, message });
  if (cells.slice(columns.length).some((cell) => cell !== ''))
    fault('', 'has more cells than the header; quote a cell that has the separator in it');
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const texts = Object.fromEntries(TEXTS.flatMap((name) => (cell(name) === '' ? [] : [[name, cell(name)]])));
  const archived = cell('archived').trim().toLowerCase();
  if (!['', 'yes', 'no'].includes(archived)) fault('archived', 'must be yes or no');
  const given = { ...texts, email: cell('email').trim(), ...(archived !== '' && { isArchived: archived === 'yes' }) };
  if (given.email === '') fault('email', 'is required');
  else
    for (const { pointer, message } of checkShape(RECORD, given, '').faults) fault(columnOf(pointer.slice(1)), message);
  const listed = cell('groups').trim();
  const groups = [...new Set(listed.split('|').map((name) => name.trim().normalize('NFC')))].filter(Boolean);
  if (listed !== '' && groups.length === 0) fault('groups', 'names no group');
  return { person: { row, record: given, groups: listed === '' ? undefined : groups } as PersonRow, faults };
}

/** The column that a field of the record is in. */
function columnOf(field: string): string {
  return field === 'isArchived' ? 'archived' : field;
}

const TEXTS = ['firstName', 'lastName', 'name', 'code'] as const;
const COLUMNS = ['email', ...TEXTS, 'archived', 'groups'] as const;
type Column = (typeof COLUMNS)[number];

const { email, firstName, lastName, name, code, isArchived } = users.fields;
const RECORD = record({ email, firstName, lastName, name, code, isArchived });
