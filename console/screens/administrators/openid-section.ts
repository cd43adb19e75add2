import {
  type GetOpenIdProviderResponse,
  type OpenIdClaim,
  OpenIdFault,
  type OpenIdProvider,
  OpenIdService,
  type OpenIdTrialResult,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { badge, code, empty, facts, heading, linkButton, section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { table } from '../../components/table.ts';
import { time } from '../../components/time.ts';
import { callbackOf, signInAddressOf } from '../../http/openid-addresses.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { rolesWords } from './roles-field.ts';

/** Whether administrators can sign in at the institution's own provider, and how to set it up. */
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
        ['Roles claim', provider.rolesClaim !== '' && rolesClaimText(provider)],
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

function rolesClaimText({ rolesClaim, roleValues }: OpenIdProvider): Html {
  const values = roleValues.map(({ role, value }) => html`<br>${value}: ${rolesWords([role])}`);
  return html`<span class="mono">${rolesClaim}</span>${values}`;
}

/** The address that the provider must know. */
export function callbackCode(site: SessionVisit['site']): Html {
  return code('Redirect address to register with the provider', callbackOf(site), 'callback');
}

/** Why sign-ins with the provider fail, or one has failed: exactly, for administrators. */
export function openIdFaultText(fault: OpenIdFault, detail: string): string {
  if (fault === OpenIdFault.INVALID && detail !== '')
    return `The provider writes its issuer as ${detail}. Enter it like that: the slash at the end counts.`;
  const text = TEXTS[fault] ?? '';
  return detail === '' ? text : `${text} It said: ${detail}.`;
}

const TEXTS: Readonly<Record<OpenIdFault, string>> = {
  [OpenIdFault.UNSPECIFIED]: '',
  [OpenIdFault.UNREACHABLE]: 'The provider cannot be reached, or requests to its address are not allowed.',
  [OpenIdFault.INVALID]: 'There is no provider with this issuer at this address.',
  [OpenIdFault.CLIENT_REFUSED]: 'The provider refused the client ID or the client secret.',
  [OpenIdFault.DENIED]: 'The provider did not let the person sign in.',
  [OpenIdFault.CODE_REFUSED]: 'The provider gave no tokens for its code.',
  [OpenIdFault.WRONG_ANSWER]: 'What came back was not the provider’s answer to this sign-in.',
  [OpenIdFault.NO_ADDRESS]: 'The provider named no email address that a person here could have.',
  [OpenIdFault.UNCONFIRMED]:
    'The provider did not say whether the email address is verified. If it confirms all its addresses, tick Confirms its addresses under Change.',
  [OpenIdFault.NOT_CONFIRMED]: 'The provider said that the email address is not verified.',
  [OpenIdFault.NOBODY]: 'The provider confirmed an email address that no active person here has.',
  [OpenIdFault.NO_ADMINISTRATOR]: 'The provider confirmed the email address of somebody who is no administrator.',
  [OpenIdFault.NO_ROLE]: 'The provider confirmed the email address of an administrator. It gives no role here.',
  [OpenIdFault.OTHER_ACCOUNT]:
    'The provider confirmed the email address of an administrator, for another account than the one with which they have signed in before. If the account is theirs, remove the administrator and add them again.',
};

const PATH = '/console/administrators/openid/try';

/** Tries the provider as far as possible without a sign-in; or shows the result of a trial sign-in. */
export const tryOpenId = screen({
  path: '/administrators/openid/try',
  async view({ call, query: { result: resultToken = '' }, session, site }) {
    const given = { redirectUri: callbackOf(site), resultToken: resultToken.length > MAX_TOKEN ? '' : resultToken };
    const { fault, detail, signIn, result } = await call(OpenIdService.method.tryOpenIdProvider, given);
    if (result)
      return page(isGood(result, session), whatCameBack(result, session), html`${claimsOf(result)}${SIGN_IN_AGAIN}`);
    if (resultToken !== '') return { to: PATH };
    if (!signIn) return page(false, html`${openIdFaultText(fault, detail)}`, CHANGE);
    return page(
      true,
      html`The provider’s metadata can be read, and it has not refused the client.`,
      html`<p>Not tried yet: whether it accepts the client secret and the redirect address, and confirms email addresses. Sign in with it to try them. You stay signed in as ${session.userName}.</p><div class="actions">${linkButton(`${PATH}/sign-in`, 'Sign in with it', 'primary')}${AGAIN}</div>`,
    );
  },
});

/** Leads to the provider. The sign-in there begins no session. */
export const tryOpenIdSignIn = screen({
  path: '/administrators/openid/try/sign-in',
  async view({ call, site, isFromConsole }) {
    if (!isFromConsole) return { to: PATH };
    const { signIn } = await call(OpenIdService.method.tryOpenIdProvider, { redirectUri: callbackOf(site) });
    return signIn ? { to: signIn.url, openIdState: signIn.stateToken } : { to: PATH };
  },
});

/** Where the result of a try is shown. */
export function trialPathOf(resultToken: string): string {
  return `${PATH}?${new URLSearchParams({ result: resultToken })}`;
}

type Session = SessionVisit['session'];

function isGood({ fault, userId }: OpenIdTrialResult, { actor }: Session): boolean {
  return fault === OpenIdFault.UNSPECIFIED && userId === actor.userId;
}

function whatCameBack(result: OpenIdTrialResult, session: Session): Html {
  const { fault, detail, email, userName } = result;
  const still = html` You are still ${session.userName}.`;
  if (isGood(result, session)) return html`It works. The provider confirmed ${email}, which is you.${still}`;
  if (fault === OpenIdFault.UNSPECIFIED)
    return html`It works. The provider confirmed ${email}, which is ${userName}, not you.${still}`;
  if (fault === OpenIdFault.NO_ADMINISTRATOR)
    return html`The provider confirmed ${email}, which is ${userName}, who is no administrator.${still}`;
  if (fault === OpenIdFault.NOBODY)
    return html`The provider confirmed ${email}, which no active person here has.${still}`;
  return html`${openIdFaultText(fault, detail)}${still}`;
}

const NEEDS: Readonly<Record<string, string>> = {
  sub: 'The account, which is the same at each sign-in',
  email: 'The address of an administrator here',
  email_verified: 'true, unless the provider confirms its addresses',
};

/** What the provider has said, beside what Lyceum needs. */
function claimsOf({ claims, otherClaims }: OpenIdTrialResult): Html {
  if (claims.length === 0) return html`<p>The provider gave no claims.</p>`;
  const list = table<OpenIdClaim>({
    label: 'Claims',
    rows: claims,
    columns: [
      { head: 'Claim', cell: ({ name }) => html`<span class="mono">${name}</span>` },
      {
        head: 'Received',
        kind: 'wrap',
        cell: ({ value }) => (value === undefined ? html`<i>nothing</i>` : html`<span class="mono">${value}</span>`),
      },
      { head: 'Lyceum needs', kind: 'wrap', cell: ({ name }) => NEEDS[name] ?? 'A value that gives a role' },
      { head: 'Fits', cell: ({ fits }) => (fits ? badge('good', 'Yes') : badge('bad', 'No')) },
    ],
    empty: { title: '', text: '' },
  });
  const others = otherClaims.length > 0 && html`<p class="muted small">Also received: ${otherClaims.join(', ')}</p>`;
  return section('claims', 'What came back', html`${list}${others}`);
}

function page(isFine: boolean, said: Html, next: Html): Page {
  return {
    title: 'Try the provider',
    isNarrow: true,
    body: html`${heading({ title: 'Try the provider', parent: { href: '/console/administrators', title: 'Administrators' } })}
<p class="message${!isFine && ' bad'}" role="status">${said}</p>
${next}`,
  };
}

const AGAIN = linkButton(PATH, 'Try again');
const CHANGE = html`<div class="actions">${AGAIN}${linkButton('/console/administrators/openid', 'Change')}</div>`;
const SIGN_IN_AGAIN = html`<div class="actions">${linkButton(`${PATH}/sign-in`, 'Sign in with it again')}${linkButton('/console/administrators/openid', 'Change')}</div>`;
/** As the contract has it. */
const MAX_TOKEN = 8192;
