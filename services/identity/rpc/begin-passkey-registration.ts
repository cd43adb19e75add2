import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { challengeExpiry, requireRoomFor } from '../domain/passkeys.ts';
import { refuse } from '../domain/refusals.ts';
import { creationOptions } from '../passkeys/web-authn.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { insertChallenge } from '../store/passkey-challenges.ts';
import { listPasskeys } from '../store/passkeys.ts';

/** The options with which the caller's browser creates a passkey. Only the hash of their challenge is stored. */
export const beginPasskeyRegistration = command(PasskeyService.method.beginPasskeyRegistration, {
  async prepare({ relyingParty }, { actor, call, runtime: { db, ids } }) {
    const { userId } = administratorOf(actor);
    const [user, existing] = await Promise.all([activeUser(call, userId), listPasskeys(db, administratorOf(actor))]);
    requireRoomFor(existing);
    const challenge = ids.newSecret();
    const of = {
      relyingParty: present(relyingParty, 'relyingParty'),
      user: user ?? refuse('ADMINISTRATOR_NOT_FOUND'),
      existing,
    };
    return { challenge, userId, options: await creationOptions({ ...of, challenge }) };
  },
  async run(tx, _, { now, prepared: { challenge, userId, options } }) {
    insertChallenge(tx, { challenge, userId, expiresAt: challengeExpiry(now) });
    return { response: { options } };
  },
});
