import { OpenIdService } from '../../../proto/gen/lyceum/directory/v1/openid_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';

/** Ends the sign-in at the institution's provider. */
export const switchOffOpenId = screen({
  path: '/administrators/openid/switch-off',
  success: 'Sign-in by OpenID Connect is switched off.',
  view: (_visit, state) => ({
    title: 'Switch off OpenID Connect',
    body: confirmation(state, {
      title: 'Switch off sign-in by OpenID Connect?',
      consequences: [
        'Administrators without a passkey need a link from whoever runs this installation to sign in.',
        'The client secret is deleted. To switch it on again, you need it again.',
        'Sessions that began with it go on until they end.',
      ],
      back: '/console/administrators',
    }),
  }),
  async submit({ send }) {
    await send(OpenIdService.method.removeOpenIdProvider, {});
    return { to: '/console/administrators' };
  },
});
