import type { Message } from '@bufbuild/protobuf';
import { record } from '../../../bundle/format/fields.ts';
import type { TableFormat } from '../../../platform/core/table/read-table.ts';
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

/** The rules of a {@link PersonRecord}. */
export const PERSON_RECORD = record(Object.fromEntries(PERSON_FIELDS.map((field) => [field, users.fields[field]])));

/** The column that a field is in. */
export function columnOf(field: PersonField): string {
  return PERSON_COLUMNS[field];
}
