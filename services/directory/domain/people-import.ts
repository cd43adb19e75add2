import { codeFault } from './code-format.ts';
import { MAX_GROUPS } from './group-limit.ts';
import type { ImportedUser, KeyHolder } from './user-import.ts';
import { NAMELESS } from './user-name.ts';

/** A fault that keeps a row of a file with people from being imported. */
export interface RowFault {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  /** The column's name; empty for the whole row. */
  readonly column: string;
  readonly message: string;
}

/** A person as a row leaves them; the index of the place is the row. */
interface Person extends ImportedUser {
  readonly values: ImportedUser['values'] & Archivable;
  readonly before: (NonNullable<ImportedUser['before']> & Archivable) | null;
}

interface Archivable {
  readonly isArchived: boolean;
}

/** Faults of new people whose rows have no name. */
export function nameFaults(people: readonly Person[]): RowFault[] {
  return people
    .filter(({ values }) => values.name === '')
    .map(({ placed: { index: row } }) => ({ row, column: 'name', message: NAMELESS }));
}

/**
 * Faults of new codes: without the institution's format, or another person's in the end. Rows may exchange codes,
 * and rows of one person have the same one.
 * @param holders who has the new codes now
 * @param unread the rows whose codes are not known
 */
export function codeFaults(
  all: readonly Person[],
  {
    holders,
    format,
    unread,
  }: {
    readonly holders: readonly KeyHolder[];
    readonly format: string | null;
    readonly unread: ReadonlySet<number>;
  },
): RowFault[] {
  const people = all.filter(({ placed }) => !unread.has(placed.index));
  const inFile = new Set(all.map(({ id }) => id));
  const outside = new Map(
    holders.filter(({ id }) => !inFile.has(id)).map(({ codeKey, emailKey }) => [codeKey, emailKey]),
  );
  const isKept = ({ before, values }: Person) => before !== null && before.codeKey === values.codeKey;
  const owners = new Map<string | null, Person>();
  for (const person of [...people.filter(isKept), ...people]) {
    const { codeKey } = person.values;
    if (!owners.has(codeKey)) owners.set(codeKey, person);
  }
  return people.flatMap((person) => {
    const { code, codeKey } = person.values;
    if (code === null || codeKey === null || code === person.before?.code) return [];
    const owner = owners.get(codeKey);
    const holder = outside.get(codeKey);
    const message =
      codeFault(code, format, '')?.message ??
      (owner?.id !== person.id
        ? `is also the code of row ${owner?.placed.index}`
        : holder !== undefined && `is the code of ${holder} already`);
    return message ? [{ row: person.placed.index, column: 'code', message }] : [];
  });
}

/** The people who are archived. */
export function archivedIn<P extends Person>(people: readonly P[]): P[] {
  return people.filter(({ values, before }) => values.isArchived && before?.isArchived === false);
}

/**
 * Faults of rows that archive the administrator who imports them, or somebody whom identity does not let go.
 * @param refused them by id, with the code of the refusal
 */
export function archivingFaults(
  archived: readonly Person[],
  userId: string,
  refused: ReadonlyMap<string, { readonly code: string }>,
): RowFault[] {
  return archived.flatMap(({ id, placed: { index: row } }) => {
    const code = refused.get(id)?.code;
    const message = id === userId ? OF_ONESELF : code === 'ADMINISTRATOR_PROTECTED' ? OF_PROTECTED : OF_LAST_OWNER;
    return id === userId || code !== undefined ? [{ row, column: 'archived', message }] : [];
  });
}

const OF_ONESELF = 'would archive yourself; another administrator can do that';
const OF_PROTECTED = 'would archive an administrator with a role that you lack; ask an owner';
const OF_LAST_OWNER = 'would leave no owner who can sign in here; make another owner first';

/**
 * The groups that names mean, and faults of names that mean none or several.
 * @param idsOf the groups with each name
 */
export function groupsOf(
  row: number,
  names: readonly string[],
  idsOf: ReadonlyMap<string, readonly string[]>,
): { readonly ids: readonly string[]; readonly faults: readonly RowFault[] } {
  const fault = (message: string): RowFault => ({ row, column: 'groups', message });
  if (names.length > MAX_GROUPS) return { ids: [], faults: [fault(`must not name more than ${MAX_GROUPS} groups`)] };
  const ids: string[] = [];
  const faults = names.flatMap((name) => {
    const [id, another] = idsOf.get(name) ?? [];
    if (id === undefined) return [fault(`“${shortened(name)}” is not the name of a group`)];
    if (another !== undefined) return [fault(`“${name}” is the name of several groups`)];
    ids.push(id);
    return [];
  });
  return { ids, faults };
}

/** A text of a file as it is shown: the first 100 letters. */
export function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const MAX_SHOWN = 100;
