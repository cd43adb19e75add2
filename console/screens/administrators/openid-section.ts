import type { GetOpenIdProviderResponse } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { linkButton } from '../../components/button.ts';
import { code } from '../../components/code.ts';
import { empty } from '../../components/empty.ts';
import { facts } from '../../components/facts.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { time } from '../../components/time.ts';
import { callbackOf, signInAddressOf } from '../../http/openid-addresses.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { openIdFaultText } from './openid-faults.ts';

/** Whether administrators can sign in at the institution's own provider, and what it takes. */
export function openIdSection(
  { provider, lastFailure }: Pick<GetOpenIdProviderResponse, 'provider' | 'lastFailure'>,
  { session, site, present }: Pick<SessionVisit, 'session' | 'site' | 'present'>,
): Html {
  if (!provider)
    return section(
      'openid',
      'Sign-in by OpenID Connect',
      empty({
        title: 'Not set up',
        text: 'Set up your institution’s identity provider, and administrators can sign in with their own accounts.',
        action: linkButton('/console/administrators/openid', 'Set up'),
      }),
    );
  return section(
    'openid',
    'Sign-in by OpenID Connect',
    html`<p class="muted">Anyone who manages this provider can sign in as any administrator.</p>${code('Sign-in address of your institution', signInAddressOf(site, session.institutionRef), 'sign-in-address')}${facts(
      [
        ['Issuer', html`<span class="mono">${provider.issuer}</span>`],
        ['Client ID', html`<span class="mono">${provider.clientId}</span>`],
        ['Confirms its addresses', provider.confirmsAddresses ? 'Yes' : 'No'],
        ['Last changed', time(provider.updatedAt, present)],
        [
          'Last failed sign-in',
          lastFailure &&
            html`${time(lastFailure.failedAt, present)}: ${openIdFaultText(lastFailure.fault, lastFailure.detail)}`,
        ],
      ],
    )}${callbackCode(site)}`,
    html`<div class="actions">${linkButton('/console/administrators/openid/try', 'Try')}${linkButton('/console/administrators/openid', 'Change')}${linkButton('/console/administrators/openid/switch-off', 'Switch off', 'danger')}</div>`,
  );
}

/** The address that the provider must know. */
export function callbackCode(site: SessionVisit['site']): Html {
  return code('Redirect address to register with the provider', callbackOf(site), 'callback');
}
