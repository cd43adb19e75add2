import { OpenIdFault, OpenIdService, type OpenIdTrialResult } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { linkButton } from '../../components/button.ts';
import { heading } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { callbackOf } from '../../http/openid-addresses.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { openIdFaultText } from './openid-faults.ts';

const PATH = '/console/administrators/openid/try';

/** Tries what it can of the provider, and says what it could not; or shows what a sign-in there has shown. */
export const tryOpenId = screen({
  path: '/administrators/openid/try',
  async view({ call, query: { result: resultToken = '' }, session, site }) {
    const given = { redirectUri: callbackOf(site), resultToken: resultToken.length > MAX_TOKEN ? '' : resultToken };
    const { fault, detail, signIn, result } = await call(OpenIdService.method.tryOpenIdProvider, given);
    if (result) return page(isGood(result, session), whatCameBack(result, session), SIGN_IN_AGAIN);
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
  if (isGood(result, session)) return html`It works. The provider confirmed ${email}, which is you.`;
  if (fault === OpenIdFault.UNSPECIFIED)
    return html`It works. The provider confirmed ${email}, which is ${userName}, not you.${still}`;
  if (fault === OpenIdFault.NO_ADMINISTRATOR)
    return html`The provider confirmed ${email}, which is ${userName}, who is no administrator.${still}`;
  if (fault === OpenIdFault.NOBODY)
    return html`The provider confirmed ${email}, which no active person here has.${still}`;
  return html`${openIdFaultText(fault, detail)}${still}`;
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
const MAX_TOKEN = 2048;
