import { OpenIdFault, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { linkButton } from '../../components/button.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { signInAddressOf } from '../../http/openid-addresses.ts';
import { screen } from '../../route/screen.ts';

/** Asks the provider for its metadata, and leads to a sign-in there. */
export const tryOpenId = screen({
  path: '/administrators/openid/try',
  async view({ call, session, site }) {
    const { fault } = await call(OpenIdService.method.tryOpenIdProvider, {});
    const again = linkButton('/console/administrators/openid/try', 'Try again');
    const signIn = `${signInAddressOf(site, session.institutionRef)}?with=openid`;
    return {
      title: 'Try the provider',
      isNarrow: true,
      body: html`${heading({ title: 'Try the provider', parent: { href: '/console/administrators', title: 'Administrators' } })}
<p class="message${fault !== OpenIdFault.UNSPECIFIED && ' bad'}" role="status">${RESULTS[fault]}</p>
${
  fault === OpenIdFault.UNSPECIFIED
    ? html`<p>Sign in with it to check that it knows the console and confirms your email address. You stay signed in until then.</p><div class="actions">${linkButton(signIn, 'Sign in with it', 'primary')}${again}</div>`
    : html`<div class="actions">${again}${linkButton('/console/administrators/openid', 'Change')}</div>`
}`,
    };
  },
});

const RESULTS: Readonly<Record<OpenIdFault, string>> = {
  [OpenIdFault.UNSPECIFIED]: 'The provider works.',
  [OpenIdFault.UNREACHABLE]: 'The provider cannot be reached, or requests to its address are not allowed.',
  [OpenIdFault.INVALID]: 'There is no provider with this issuer at this address.',
};
