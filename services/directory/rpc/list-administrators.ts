import { query } from '../../../platform/handler/query.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { administratorMessage, listAdministrators as list } from '../store/administrators.ts';

/** All administrators of the institution: at most 200. */
export const listAdministrators = query(AdministratorService.method.listAdministrators, async (db, _, { actor }) => ({
  administrators: (await list(db, actor)).map(administratorMessage),
}));
