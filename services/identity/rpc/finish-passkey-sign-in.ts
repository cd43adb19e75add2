import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { readCredential, verifyPasskey } from '../passkeys/web-authn.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { lockAdministrator } from '../store/administrators.ts';
import { useChallenge } from '../store/passkey-challenges.ts';
import { findPasskey, lockPasskey, updatePasskey } from '../store/passkeys.ts';

/**
 * Begins a session of a passkey's owner. The challenge is used up even if the answer proves nothing. An answer that was
 * verified against a count that another one has changed meanwhile proves nothing either.
 */
export const finishPasskeySignIn = command(PasskeyService.method.finishPasskeySignIn, {
  async prepare({ relyingParty, credential }, context) {
    const { runtime } = context;
    const read = readCredential(credential);
    const passkey = read && (await findPasskey(runtime.db, read.id));
    if (!passkey) return null;
    const answer = await verifyPasskey(present(relyingParty, 'relyingParty'), read.response, passkey);
    const user = answer.proof && (await activeUser(await ownCall(context, passkey.institutionId), passkey.userId));
    return { passkey, user, ...answer };
  },
  async run(tx, { origin }, { prepared, ...context }) {
    if (!prepared || prepared.challenge === null) return { response: {} };
    const { passkey: verified, user, challenge, proof, fault } = prepared;
    const { now, newId, runtime } = context;
    const at = toInstantText(now);
    const isOurs = await useChallenge(tx, { challenge, userId: null }, at);
    const [administrator, passkey] = await Promise.all([
      lockAdministrator(tx, verified, verified.userId),
      lockPasskey(tx, verified, verified.id),
    ]);
    if (!isOurs || !proof || !user || !administrator || passkey?.counter !== verified.counter) {
      runtime.log.debug({ err: fault, isOurs }, 'a passkey was rejected');
      return { response: {} };
    }
    updatePasskey(tx, { ...passkey, ...proof, lastUsedAt: at, revision: newId() });
    const session = beginSession(
      tx,
      { administrator, userName: user.name, method: 'passkey', origin: present(origin, 'origin') },
      context,
    );
    return { response: { session } };
  },
});
