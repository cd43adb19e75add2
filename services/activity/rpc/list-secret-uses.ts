import { query } from '../../../platform/handler/query.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { listSecretUses as list } from '../store/secret-uses.ts';
import { ownerOf } from './owner-of.ts';

/** When the secrets of integrations were last used. */
export const listSecretUses = query(RequestService.method.listSecretUses, async (db, _, { actor }) => ({
  uses: await list(db, ownerOf(actor, undefined)),
}));
