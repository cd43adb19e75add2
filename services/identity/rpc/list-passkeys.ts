import { query } from '../../../platform/handler/query.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { listPasskeys as list, passkeyMessage } from '../store/passkeys.ts';

/** The caller's passkeys. */
export const listPasskeys = query(PasskeyService.method.listPasskeys, async (db, _, { actor }) => ({
  passkeys: (await list(db, administratorOf(actor))).map(passkeyMessage),
}));
