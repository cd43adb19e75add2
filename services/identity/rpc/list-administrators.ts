import { byId, inBatches } from '../../../platform/core/batch-get.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { canSignIn } from '../domain/who-can-sign-in.ts';
import { stillActive } from '../sign-in/still-active.ts';
import { administratorMessage, listAdministrators as list } from '../store/administrators.ts';

/** All administrators of the institution, in the order in which they were added, with what directory has of them. */
export const listAdministrators = query(AdministratorService.method.listAdministrators, async (db, _, context) => {
  const { actor, call, now } = context;
  const administrators = await list(db, actor, { now, active: await stillActive(context) });
  const ids = administrators.map(({ id }) => id);
  const answers = await inBatches(ids, (some) =>
    call(UserService.method.batchGetUsers, { ids: some, isSummary: true }),
  );
  const users = byId(answers.flatMap((answer) => answer.users));
  return {
    administrators: administrators.map((each) => {
      const user = users.get(each.id) ?? lost(each);
      return administratorMessage(each, { ...user, canSignIn: canSignIn(each) && !user.isArchived });
    }),
  };
});

/** A user whom directory, restored from a backup, no longer has: shown, so that the administrator can be removed. */
const lost = ({ id }: { readonly id: string }) => ({ name: id, email: '', isArchived: true });
