import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { deletePasskeys, lockPasskey } from '../store/passkeys.ts';

/** Removes one of the caller's passkeys: from the commit on it signs nobody in. */
export const removePasskey = command(PasskeyService.method.removePasskey, {
  async run(tx, { id }, { actor }) {
    const passkey = (await lockPasskey(tx, administratorOf(actor), id)) ?? refuse('PASSKEY_NOT_FOUND');
    deletePasskeys(tx, actor, [passkey.id]);
    return { response: {} };
  },
});
