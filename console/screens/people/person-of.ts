import { present } from '../../../platform/core/present.ts';
import { type GetPersonResponse, PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { ChangedRecord } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';

export const PATH = '/console/people';

/** A user, and the groups that the user is in. */
export interface Person {
  readonly user: User;
  readonly groups: readonly UserGroup[];
}

/** A person as the form changes it. */
export const changedPerson: ChangedRecord<Person> = {
  name: 'this person',
  async read({ call, params: { id = '' } }: SessionVisit) {
    const { user, groups }: GetPersonResponse = await call(PersonService.method.getPerson, { id });
    return { user: present(user, 'user'), groups };
  },
  revisionOf: ({ user }) => user.revision,
  changesSince: (visit, { user: { id } }, revision) =>
    changesSince(visit, { resourceKind: 'user', resourceId: id }, revision),
};

/** The page of a person. */
export function pathOf({ id }: Pick<User, 'id'>): string {
  return `${PATH}/${id}`;
}
