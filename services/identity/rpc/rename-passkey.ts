import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { lockPasskey, passkeyMessage, updatePasskey } from '../store/passkeys.ts';

/** Gives one of the caller's passkeys another name. */
export const renamePasskey = command(PasskeyService.method.renamePasskey, {
  async run(tx, { id, name }, { actor, newId }) {
    const passkey = (await lockPasskey(tx, administratorOf(actor), id)) ?? refuse('PASSKEY_NOT_FOUND');
    if (passkey.name !== name) updatePasskey(tx, { ...passkey, name, revision: newId() });
    return { response: { passkey: passkeyMessage({ ...passkey, name }) } };
  },
});
