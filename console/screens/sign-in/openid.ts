import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { linkButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { HOME } from '../../components/navigation.ts';
import { callbackOf } from '../../http/openid-addresses.ts';
import { publicScreen } from '../../route/screen.ts';
import { trialPathOf } from '../administrators/openid-section.ts';
import { languageOf, signInPage } from './sign-in.ts';

const FAILED = '/console/not-signed-in';

/**
 * The address of one institution: signs in with a passkey or at its provider. It shows the same page for every name, so
 * that it does not reveal which exist; in the language of an institution with a provider, which a sign-in reveals. A link leads to the provider, since the policy of the console lets no form lead
 * to another origin. Only from this page: otherwise any site could sign a person in at an institution of its choice.
 */
export const signInToInstitution = publicScreen({
  path: '/sign-in/{ref}',
  language: (visit) => languageOf(visit, { case: 'institutionRef', value: visit.params.ref ?? '' }),
  async view(visit) {
    const { call, params, query, session, site, isFromConsole } = visit;
    if (query.with !== 'openid' || !isFromConsole)
      return session ? { to: HOME } : signInPage(visit, { more: orOpenId() });
    const { signIn } = await call(OpenIdService.method.beginOpenIdSignIn, {
      institutionRef: params.ref ?? '',
      redirectUri: callbackOf(site),
    });
    return signIn ? { to: signIn.url, openIdState: signIn.stateToken } : { to: FAILED };
  },
});

function orOpenId(): Html {
  return html`<p class="or">${t.signIn.or}</p>${linkButton('?with=openid', t.signIn.withAccount, 'wide')}`;
}

/**
 * Where the provider sends the browser. Whatever is not the provider's answer to this browser's sign-in of an
 * administrator leads to the same page. A try leads to its result, and changes nothing of who is signed in.
 */
export const finishOpenId = publicScreen({
  path: '/openid',
  async view({ call, site, url, openIdState, origin }) {
    const { session, resultToken } = await call(OpenIdService.method.finishOpenIdSignIn, {
      callbackUrl: upTo(MAX_CALLBACK_URL, `${site.origin}${url}`),
      stateToken: upTo(MAX_STATE, openIdState),
      origin,
    });
    if (resultToken !== '') return { to: trialPathOf(resultToken), openIdState: null };
    return { ...(session ? { to: HOME, session } : { to: FAILED }), openIdState: null };
  },
});

/** Says that the sign-in failed, whatever the reason. */
export const notSignedIn = publicScreen({
  path: '/not-signed-in',
  view: ({ session }) => ({
    title: t.signIn.failed,
    body: html`<div><h1>${t.signIn.failed}</h1><p class="muted">${t.signIn.failedText}${session && ` ${t.signIn.stillSignedIn(session.userName)}`}</p></div>
<p>${t.signIn.whyFailed}</p>
<p>${session ? linkButton(HOME, t.failures.goHome) : linkButton('/console/sign-in', t.signIn.otherWays)}</p>`,
  }),
});

/** Empty in place of a value that the contract refuses, and that no provider sends. */
function upTo(length: number, text: string): string {
  return text.length <= length ? text : '';
}

const MAX_CALLBACK_URL = 8192;
const MAX_STATE = 2048;
