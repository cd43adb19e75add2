import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { requireSomebody } from '../domain/who-can-sign-in.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { listAdministrators, lockAdministrators } from '../store/administrators.ts';
import { deletePasskeys, lockPasskey } from '../store/passkeys.ts';

/** Removes one of the caller's passkeys: from the commit on it signs nobody in. */
export const removePasskey = command(PasskeyService.method.removePasskey, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { id }, { actor, now, prepared: archived }) {
    lockAdministrators(tx, actor);
    const passkey = (await lockPasskey(tx, administratorOf(actor), id)) ?? refuse('PASSKEY_NOT_FOUND');
    const { userId } = administratorOf(actor);
    const others = await listAdministrators(tx, actor, { now, archived });
    requireSomebody(others.map((each) => (each.id === userId ? { ...each, passkeys: each.passkeys - 1 } : each)));
    deletePasskeys(tx, actor, [passkey.id]);
    return { response: {} };
  },
});
