import type { Message } from '@bufbuild/protobuf';
import { record } from '../../../bundle/format/fields.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { users } from '../import/users.ts';

/** Each field of a user, with the column that a file may have for it; null for what an import leaves alone. */
const PERSON_COLUMNS = {
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  name: 'name',
  code: 'code',
  isArchived: 'archived',
  id: null,
  image: null,
  createdAt: null,
  updatedAt: null,
  revision: null,
} as const satisfies Readonly<Record<Exclude<keyof User, keyof Message>, string | null>>;

type Columns = typeof PERSON_COLUMNS;

/** A field of a user that a file may have. */
export type PersonField = { [F in keyof Columns]: Columns[F] extends null ? never : F }[keyof Columns];

/** A row as a record of the bundle's section `users`, without its ref: what a cell leaves empty is absent. */
export type PersonRecord = { readonly [F in PersonField]?: Exclude<User[F], undefined> } & Pick<User, 'email'>;

export const PERSON_FIELDS = Object.keys(PERSON_COLUMNS).filter(
  (field) => PERSON_COLUMNS[field as keyof Columns] !== null,
) as readonly PersonField[];

/** The column with the names of groups. */
export const GROUPS = 'groups';

/** The names of all columns. */
export const COLUMN_NAMES: readonly string[] = [...PERSON_FIELDS.map(columnOf), GROUPS];

/** The rules of a {@link PersonRecord}. */
export const PERSON_RECORD = record(Object.fromEntries(PERSON_FIELDS.map((field) => [field, users.fields[field]])));

/** The column that a field is in. */
export function columnOf(field: PersonField): string {
  return PERSON_COLUMNS[field];
}
