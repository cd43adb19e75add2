import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { publicScreen } from '../../route/screen.ts';

/** What the browser needs to find a passkey. It names nobody. */
export const signInOptions = publicScreen({
  path: '/sign-in-options',
  async submit({ send, site: { relyingParty } }) {
    const { options } = await send(PasskeyService.method.beginPasskeySignIn, { relyingParty });
    return { json: options };
  },
});
