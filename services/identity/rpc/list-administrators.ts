import { query } from '../../../platform/handler/query.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { canSignIn } from '../domain/who-can-sign-in.ts';
import { administratorsWithUsers } from '../sign-in/administrators.ts';
import { administratorMessage } from '../store/administrators.ts';

/** All administrators of the institution, in the order in which they were added, with what directory has of them. */
export const listAdministrators = query(AdministratorService.method.listAdministrators, async (_db, _, context) => ({
  administrators: (await administratorsWithUsers(context)).map(({ administrator, user }) =>
    administratorMessage(administrator, { ...user, canSignIn: canSignIn(administrator) && !user.isArchived }),
  ),
}));
