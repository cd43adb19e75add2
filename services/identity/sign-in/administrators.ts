import { batchGet } from '../../../platform/core/batch-get.ts';
import type { PrepareContext } from '../../../platform/handler/command.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type ListedAdministrator, listAdministrators, type ShownUser } from '../store/administrators.ts';

type Context = Pick<PrepareContext, 'actor' | 'call' | 'now' | 'runtime'>;

/** All administrators of the institution, in the order in which they were added, with the users of directory. */
export async function administratorsWithUsers({
  actor,
  call,
  now,
  runtime: { db },
}: Context): Promise<{ readonly administrator: ListedAdministrator; readonly user: ShownUser }[]> {
  const all = await listAdministrators(db, actor, { now });
  const users = await batchGet(
    all.map(({ id }) => id),
    async (ids) => (await call(UserService.method.batchGetUsers, { ids, isSummary: true })).users,
  );
  return all.map((each) => ({ administrator: each, user: users.get(each.id) ?? lost(each) }));
}

/**
 * The administrators who are archived in directory, whether or not its event has come: they cannot sign in. For
 * `prepare` of changes after which none could.
 */
export async function archivedAdministrators(context: Context): Promise<readonly string[]> {
  const all = await administratorsWithUsers(context);
  return all.filter(({ user }) => user.isArchived).map(({ administrator: { id } }) => id);
}

/** A user whom directory, restored from a backup, no longer has: shown, so that the administrator can be removed. */
const lost = ({ id }: { readonly id: string }) => ({ name: id, email: '', isArchived: true });
