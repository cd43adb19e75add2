import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { present } from '../../../platform/core/present.ts';
import { type GetPersonResponse, type Hold, PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { t } from '../../components/language.ts';
import type { ChangedRecord } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';

export const PATH = '/console/people';

/** The longest text in which people are searched, in characters: the contract's. */
export const MAX_SEARCHED = 255;

/** A user, and the groups that the user is in. */
export interface Person {
  readonly user: User;
  readonly groups: readonly UserGroup[];
  /** What keeps the person from being erased. */
  readonly hold: Hold | undefined;
}

/** A person as the form changes it. */
export const changedPerson: ChangedRecord<Person> = {
  name: () => t.people.thisPerson,
  async read({ call, params: { id = '' } }: SessionVisit) {
    const { user, groups, hold }: GetPersonResponse = await call(PersonService.method.getPerson, { id });
    return { user: present(user, 'user'), groups, hold };
  },
  revisionOf: ({ user }) => user.revision,
  changesSince: (visit, { user: { id } }, revision) =>
    changesSince(visit, { resourceKind: 'user', resourceId: id }, revision),
};

/** The page of a person. */
export function pathOf({ id }: Pick<User, 'id'>): string {
  return `${PATH}/${id}`;
}

type Caller = Pick<SessionVisit, 'call'>;

/** The user with an id, an email or a code, also an archived one. */
export async function findPerson(visit: Caller, typed: string): Promise<User | undefined> {
  const byId = isUuid(typed) ? await findById(visit, typed) : undefined;
  return byId ?? (await findByEmail(visit, typed)) ?? (await findByCode(visit, typed));
}

export async function findByEmail({ call }: Caller, email: string): Promise<User | undefined> {
  return (await call(UserService.method.listUsers, { page: { size: 1 }, email })).users[0];
}

export async function findByCode({ call }: Caller, code: string): Promise<User | undefined> {
  return (await call(UserService.method.listUsers, { page: { size: 1 }, code })).users[0];
}

async function findById({ call }: Caller, id: string): Promise<User | undefined> {
  try {
    return (await call(UserService.method.getUser, { id })).user;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'USER_NOT_FOUND') return undefined;
    throw error;
  }
}
