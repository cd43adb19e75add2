import type { Call } from '../../platform/calls/caller.ts';
import { isUuid } from '../../platform/core/ids.ts';
import { present } from '../../platform/core/present.ts';
import { type User, UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { CommandFailure } from '../failure.ts';

/** A person by id or email. Throws a CommandFailure if the institution has nobody of that. */
export async function findPerson(call: Call, idOrEmail: string): Promise<User> {
  const id = idOrEmail.toLowerCase();
  const named = isUuid(id) ? { ids: { ids: [id] } } : { email: idOrEmail };
  const { users } = await call(UserService.method.listUsers, { page: { size: 1 }, ...named });
  const [found] = users;
  if (!found) throw new CommandFailure(`The institution has nobody with the id or email "${idOrEmail}".`);
  return present(found, 'user');
}
