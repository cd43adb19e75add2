import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedProvider, issuerFact } from './openid-record.ts';

/** Ends the sign-in at the institution's provider. */
export const switchOffOpenId = changeScreen(changedProvider, {
  path: '/administrators/openid/switch-off',
  success: 'Sign-in by OpenID Connect is switched off.',
  next: () => '/console/administrators',
  facts: (_visit, provider) => [issuerFact(provider)],
  view: (_visit, state) => ({
    title: 'Switch off OpenID Connect',
    body: confirmation(state, {
      title: 'Switch off sign-in by OpenID Connect?',
      consequences: [
        'Administrators without a passkey will need a link to sign in.',
        'The client secret will be deleted. You will need it to switch this back on.',
        'Current sessions will continue until they end.',
      ],
      act: 'Switch off',
      back: '/console/administrators',
    }),
  }),
  async save({ send, precondition }) {
    await send(OpenIdService.method.removeOpenIdProvider, { precondition });
    return undefined;
  },
});
