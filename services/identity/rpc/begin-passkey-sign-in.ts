import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { challengeExpiry } from '../domain/passkeys.ts';
import { requestOptions } from '../passkeys/web-authn.ts';
import { insertChallenge } from '../store/passkey-challenges.ts';

/** The options with which a browser finds a passkey. They name nobody, so that nothing tells who exists. */
export const beginPasskeySignIn = command(PasskeyService.method.beginPasskeySignIn, {
  async run(tx, { relyingParty }, { now, runtime }) {
    const challenge = runtime.ids.newSecret();
    insertChallenge(tx, { challenge, userId: null, expiresAt: challengeExpiry(now) });
    return { response: { options: await requestOptions(present(relyingParty, 'relyingParty'), challenge) } };
  },
});
