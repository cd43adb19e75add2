import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { screen } from '../../route/screen.ts';

/** What the browser needs to make a passkey for the administrator. */
export const registrationOptions = screen({
  path: '/account/passkeys/options',
  async submit({ send, site: { relyingParty } }) {
    const { options } = await send(PasskeyService.method.beginPasskeyRegistration, { relyingParty });
    return { json: options };
  },
});
