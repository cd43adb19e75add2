import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { passkeyOf } from './passkey-of.ts';

/** Removes one of the administrator's passkeys. */
export const removePasskey = screen({
  path: '/account/passkeys/{id}/remove',
  success: 'The passkey was removed.',
  async view(visit, state) {
    const { name } = await passkeyOf(visit);
    return {
      title: `Remove ${name}`,
      body: confirmation(state, {
        title: `Remove the passkey “${name}”?`,
        consequences: [
          'You will no longer be able to sign in with it. Delete it from your device, too: the console can’t.',
          'Sessions started with it will continue until you end them.',
        ],
        act: 'Remove',
        back: '/console/account',
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    await send(PasskeyService.method.removePasskey, { id });
    return { to: '/console/account' };
  },
});
