import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { requireRoomFor } from '../domain/passkeys.ts';
import { refusals } from '../domain/refusals.ts';
import { verifyNewPasskey } from '../passkeys/web-authn.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { useChallenge } from '../store/passkey-challenges.ts';
import { insertPasskey, listPasskeys, passkeyMessage } from '../store/passkeys.ts';

/** Stores a new passkey of the caller. Its challenge is used up even if the answer is rejected. */
export const finishPasskeyRegistration = command(PasskeyService.method.finishPasskeyRegistration, {
  prepare: ({ relyingParty, credential }) => verifyNewPasskey(present(relyingParty, 'relyingParty'), credential),
  async run(tx, { name }, { actor, now, newId, runtime, prepared: { challenge, proof, fault } }) {
    const { institutionId, userId } = administratorOf(actor);
    const at = toInstantText(now);
    const isOurs = challenge !== null && (await useChallenge(tx, { challenge, userId }, at));
    const administrator = await lockAdministrator(tx, actor, userId);
    if (!isOurs || !proof || !administrator) {
      runtime.log.debug({ err: fault, isOurs }, 'a new passkey was rejected');
      return { refusal: new Refusal(refusals.PASSKEY_REJECTED) };
    }
    requireRoomFor(await listPasskeys(tx, { institutionId, userId }));
    const shown = { id: newId(), name, createdAt: at, lastUsedAt: null };
    insertPasskey(tx, { institutionId, userId, ...proof, ...shown, revision: newId() });
    return { response: { passkey: passkeyMessage(shown) } };
  },
});
