import { OpenIdService } from '../../../proto/gen/lyceum/directory/v1/openid_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { callbackCode } from './openid-section.ts';

/** Sets or changes the provider at which administrators sign in. */
export const setOpenId = screen({
  path: '/administrators/openid',
  success: 'The provider was saved. Try it before you rely on it.',
  async view({ call, site }, state) {
    const { provider } = await call(OpenIdService.method.getOpenIdProvider, {});
    const clientSecretHelp = 'Stored encrypted, and never shown again.';
    return {
      title: 'Sign-in by OpenID Connect',
      isNarrow: true,
      body: html`${heading({
        title: 'Sign-in by OpenID Connect',
        parent: { href: '/console/administrators', title: 'Administrators' },
        about:
          'Register the console as a client of your institution’s provider (authorization code, scopes openid and email), then enter what the provider gives you.',
      })}${callbackCode(site)}${form(state, {
        fields: [
          {
            name: 'issuer',
            label: 'Issuer',
            kind: 'url',
            required: true,
            maxLength: 255,
            value: provider?.issuer ?? '',
            help: 'Such as https://id.example.org',
          },
          { name: 'clientId', label: 'Client ID', required: true, maxLength: 255, value: provider?.clientId ?? '' },
          {
            name: 'clientSecret',
            label: 'Client secret',
            kind: 'password',
            required: !provider,
            maxLength: 1024,
            help: provider
              ? `${clientSecretHelp} Leave it empty to keep the stored one, for the same issuer and client.`
              : clientSecretHelp,
          },
        ],
        submit: provider ? 'Save' : 'Set up',
        cancel: '/console/administrators',
      })}`,
    };
  },
  async submit({ send, values: { issuer = '', clientId = '', clientSecret = '' } }) {
    const secret = clientSecret === '' ? {} : { clientSecret };
    await send(OpenIdService.method.setOpenIdProvider, { issuer, clientId, ...secret });
    return { to: '/console/administrators' };
  },
});
