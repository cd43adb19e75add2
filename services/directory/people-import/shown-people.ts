import type { MessageInitShape } from '@bufbuild/protobuf';
import { shortened } from '../../../platform/core/table/row-fault.ts';
import {
  type PeopleImportPersonSchema,
  PersonChange,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { columnOf, GROUPS, PERSON_FIELDS, type PersonField } from './person-columns.ts';

/** A person in a file, before and after its import. */
export interface ComparedPerson {
  readonly row: number;
  readonly id: string;
  /** Null for a new person. */
  readonly before: Values | null;
  readonly values: Values;
  /** The names of the groups, if they change. */
  readonly groups: { readonly before: readonly string[]; readonly after: readonly string[] } | undefined;
  readonly isUnchanged: boolean;
}

type Values = Readonly<Partial<Record<PersonField, string | boolean | null>>>;

/** What an import does with a person. */
export function changeOf({ before, values, isUnchanged }: Omit<ComparedPerson, 'row' | 'id' | 'groups'>): PersonChange {
  if (!before) return PersonChange.CREATED;
  if (before.isArchived !== values.isArchived)
    return values.isArchived ? PersonChange.ARCHIVED : PersonChange.BROUGHT_BACK;
  return isUnchanged ? PersonChange.UNCHANGED : PersonChange.CHANGED;
}

/** A page of some people. */
export interface PeoplePage<P> {
  readonly shown: readonly P[];
  /** Where the next page begins. */
  readonly nextAfter?: number;
}

/** The people with a change; unspecified: all who change. @param after how many of all are before the page */
export function pageOfPeople<P extends { readonly change: PersonChange }>(
  people: readonly P[],
  { change, after }: { readonly change: PersonChange; readonly after: number },
): PeoplePage<P> {
  const isShown = (each: P) =>
    change === PersonChange.UNSPECIFIED ? each.change !== PersonChange.UNCHANGED : each.change === change;
  const shown: P[] = [];
  for (let at = after; at < people.length; at++) {
    const person = people[at];
    if (!person || !isShown(person)) continue;
    if (shown.length === PAGE) return { shown, nextAfter: at };
    shown.push(person);
  }
  return { shown };
}

/** The people on a page. */
export const PAGE = 50;

/** A person as the preview shows it. */
export function personMessage(
  person: ComparedPerson & { readonly change: PersonChange },
): MessageInitShape<typeof PeopleImportPersonSchema> {
  const { row, id, before, values, groups, change } = person;
  const isTold = (field: PersonField) =>
    before ? (before[field] ?? null) !== (values[field] ?? null) : Boolean(values[field]);
  const differences = PERSON_FIELDS.filter((field) => field !== 'email' && isTold(field)).map((field) => {
    return { column: columnOf(field), before: textOf(before?.[field]), after: textOf(values[field]) };
  });
  const ofGroups = { column: GROUPS, before: textOf(groups?.before.join('|')), after: textOf(groups?.after.join('|')) };
  return {
    ...{ row, change, userId: before ? id : '', email: String(values.email ?? '') },
    name: String(values.name || values.email || ''),
    differences: groups ? [...differences, ofGroups] : differences,
  };
}

function textOf(value: string | boolean | null | undefined): string {
  return shortened(typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? ''));
}
