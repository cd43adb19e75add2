import type { Message } from '@bufbuild/protobuf';
import { record } from '../../../bundle/format/fields.ts';
import { headerKey, type TableFormat } from '../../../platform/core/table/read-table.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { users } from '../import/users.ts';

/** The column of each field of a user that a file may have: a new field must be here, or be left alone. */
const PERSON_COLUMNS = {
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  name: 'name',
  code: 'code',
  isArchived: 'archived',
} as const satisfies Readonly<Record<Exclude<keyof User, keyof Message | LeftAlone>, string>>;

type LeftAlone = 'id' | 'image' | 'createdAt' | 'updatedAt' | 'revision' | 'erasedAt';

/** A field of a user that a file may have. */
export type PersonField = keyof typeof PERSON_COLUMNS;

/** A row as a record of the bundle's section `users`, without its ref: an empty cell is absent. */
export type PersonRecord = { readonly [F in PersonField]?: Exclude<User[F], undefined> } & Pick<User, 'email'>;

export const PERSON_FIELDS = Object.keys(PERSON_COLUMNS) as readonly PersonField[];

/** The column with the names of groups. */
export const GROUPS = 'groups';

/** The names of all columns. */
export const COLUMN_NAMES: readonly string[] = [...PERSON_FIELDS.map(columnOf), GROUPS];

/** The files that can be read. */
export const PEOPLE_TABLE: TableFormat = {
  columns: COLUMN_NAMES,
  required: { email: 'is required: people are found by their email' },
  rows: 'rows with people',
  maxRows: 5_000,
};

/** What names of columns mean, by {@link headerKey}: a column, or empty to leave the column out. */
export type Meanings = ReadonlyMap<string, string>;

/** Names that files of other programs have, in English and German. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'e-mail address', 'mail', 'E-Mail-Adresse'],
  firstName: ['first name', 'given name', 'Vorname'],
  lastName: ['last name', 'surname', 'family name', 'Nachname', 'Familienname'],
  name: ['full name', 'display name', 'Anzeigename', 'Vollständiger Name'],
  code: ['employee number', 'employee ID', 'Personalnummer', 'Personal-Nr.', 'Kartennummer', 'Ausweisnummer'],
  archived: ['Archiviert'],
  groups: ['group', 'Gruppe', 'Gruppen'],
};

const KNOWN: Meanings = new Map(
  Object.entries(OTHER_NAMES).flatMap(([column, names]) => names.map((name) => [headerKey(name), column] as const)),
);

/** What names of columns mean in an institution. */
export function meaningsWith(remembered: Meanings): Meanings {
  return new Map([...KNOWN, ...remembered]);
}

/** The rules of a {@link PersonRecord}. */
export const PERSON_RECORD = record(Object.fromEntries(PERSON_FIELDS.map((field) => [field, users.fields[field]])));

/** The column that a field is in. */
export function columnOf(field: PersonField): string {
  return PERSON_COLUMNS[field];
}
