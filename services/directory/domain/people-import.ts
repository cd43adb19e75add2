import { type RowFault, shortened } from '../../../platform/core/table/row-fault.ts';
import { codeFault } from './code-format.ts';
import { MAX_GROUPS } from './group-limit.ts';
import type { ImportedUser, KeyHolder } from './user-import.ts';
import { NAMELESS } from './user-name.ts';

/** A person as a row leaves them; the index of the place is the row. */
interface Person extends ImportedUser {
  readonly values: ImportedUser['values'] & Archivable;
  readonly before: (NonNullable<ImportedUser['before']> & Archivable) | null;
}

interface Archivable {
  readonly isArchived: boolean;
}

export interface Administrator {
  readonly userId: string;
  readonly canSignIn: boolean;
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

/** Faults of rows that archive the administrator who imports them, or the last one who can sign in. */
export function archivingFaults(
  people: readonly Person[],
  userId: string,
  administrators: readonly Administrator[],
): RowFault[] {
  const fault = (message: string, person?: Person): RowFault[] =>
    person ? [{ row: person.placed.index, column: 'archived', message }] : [];
  const archived = people.filter(({ values, before }) => values.isArchived && before?.isArchived === false);
  const ofThemselves = archived.find(({ id }) => id === userId);
  const gone = new Set(archived.map(({ id }) => id));
  const remains = administrators.some((each) => each.canSignIn && !gone.has(each.userId));
  const last = archived.findLast(({ id }) => administrators.some((each) => each.userId === id));
  return [
    ...fault('would archive yourself; another administrator can do that', ofThemselves),
    ...(remains || last === ofThemselves
      ? []
      : fault('would leave nobody who can sign in here; give another administrator a new link first', last)),
  ];
}

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
