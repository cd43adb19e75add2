import { enumTexts } from '../../../platform/core/enum-texts.ts';
import {
  type GetOpenIdProviderResponse,
  type OpenIdClaim,
  OpenIdFault,
  type OpenIdProvider,
  OpenIdService,
  type OpenIdTrialResult,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { badge, code, empty, facts, heading, linkButton, section } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { table } from '../../components/table.ts';
import { time } from '../../components/time.ts';
import { callbackOf, signInAddressOf } from '../../http/openid-addresses.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { LIST, listParent } from './administrator-of.ts';
import { rolesWords } from './roles-field.ts';

/** Whether administrators can sign in at the institution's own provider, and how to set it up. */
export function openIdSection(
  { provider, lastFailure }: Pick<GetOpenIdProviderResponse, 'provider' | 'lastFailure'>,
  { session, site, present }: Pick<SessionVisit, 'session' | 'site' | 'present'>,
): Html {
  if (!provider)
    return section(
      'openid',
      t.administrators.openId,
      empty({
        title: t.administrators.notSetUp,
        text: t.administrators.notSetUpText,
        action: linkButton(SET_UP, t.administrators.setUp),
      }),
    );
  return section(
    'openid',
    t.administrators.openId,
    html`<p class="muted">${t.administrators.whoManages}</p>${code(t.administrators.signInAddress, signInAddressOf(site, session.institutionRef), 'sign-in-address')}${facts(
      [
        [t.administrators.issuer, html`<span class="mono">${provider.issuer}</span>`],
        [t.administrators.clientId, html`<span class="mono">${provider.clientId}</span>`],
        [t.administrators.confirmsAddresses, provider.confirmsAddresses ? t.parts.yes : t.parts.no],
        [t.administrators.rolesClaim, provider.rolesClaim !== '' && rolesClaimText(provider)],
        [t.administrators.lastChanged, time(provider.updatedAt, present)],
        [
          t.administrators.lastFailed,
          lastFailure &&
            t.administrators.failedBecause(
              time(lastFailure.failedAt, present),
              openIdFaultText(lastFailure.fault, lastFailure.detail),
            ),
        ],
      ],
    )}${callbackCode(site)}`,
    html`<div class="actions">${linkButton(PATH, t.administrators.try)}${linkButton(SET_UP, t.words.change)}${linkButton(`${SET_UP}/switch-off`, t.administrators.switchOff, 'danger')}</div>`,
  );
}

function rolesClaimText({ rolesClaim, roleValues }: OpenIdProvider): Html {
  const values = roleValues.map(({ role, value }) => html`<br>${value}: ${rolesWords([role])}`);
  return html`<span class="mono">${rolesClaim}</span>${values}`;
}

/** The address that the provider must know. */
export function callbackCode(site: SessionVisit['site']): Html {
  return code(t.administrators.callback, callbackOf(site), 'callback');
}

/** Why sign-ins with the provider fail, or one has failed: exactly, for administrators. */
export function openIdFaultText(fault: OpenIdFault, detail: string): Fragment {
  if (fault === OpenIdFault.INVALID && detail !== '') return t.administrators.otherIssuer(detail);
  const text = fault === OpenIdFault.UNSPECIFIED ? '' : t.administrators.faults[faults.of(fault)];
  return detail === '' ? text : t.administrators.itSaid(text, html`<span lang="en">${detail}</span>`);
}

const faults = enumTexts(OpenIdFault);

const SET_UP = `${LIST}/openid`;
const PATH = `${SET_UP}/try`;

/** Tries the provider as far as possible without a sign-in; or shows the result of a trial sign-in. */
export const tryOpenId = screen({
  path: '/administrators/openid/try',
  async view({ call, query: { result: resultToken = '' }, session, site }) {
    const given = { redirectUri: callbackOf(site), resultToken: resultToken.length > MAX_TOKEN ? '' : resultToken };
    const { fault, detail, signIn, result } = await call(OpenIdService.method.tryOpenIdProvider, given);
    if (result)
      return page(
        isGood(result, session),
        html`${whatCameBack(result, session)} ${t.signIn.stillSignedIn(session.userName)}`,
        html`${claimsOf(result)}${actions(linkButton(`${PATH}/sign-in`, t.administrators.signInAgain))}`,
      );
    if (resultToken !== '') return { to: PATH };
    if (!signIn) return page(false, openIdFaultText(fault, detail), actions(again()));
    return page(
      true,
      t.administrators.readable,
      html`<p>${t.administrators.notTriedYet(session.userName)}</p><div class="actions">${linkButton(`${PATH}/sign-in`, t.administrators.signInWithIt, 'primary')}${again()}</div>`,
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

function whatCameBack(result: OpenIdTrialResult, session: Session): Fragment {
  const { fault, detail, email, userName } = result;
  const { works, worksForOther, isNoAdministrator, isNobody } = t.administrators;
  if (isGood(result, session)) return works(email);
  if (fault === OpenIdFault.UNSPECIFIED) return worksForOther(email, userName);
  if (fault === OpenIdFault.NO_ADMINISTRATOR) return isNoAdministrator(email, userName);
  if (fault === OpenIdFault.NOBODY) return isNobody(email);
  return openIdFaultText(fault, detail);
}

/** What Lyceum needs of a claim. */
function needOf(claim: string): string {
  const { needsSubject, needsEmail, needsVerified, needsRole } = t.administrators;
  return (
    new Map([
      ['sub', needsSubject],
      ['email', needsEmail],
      ['email_verified', needsVerified],
    ]).get(claim) ?? needsRole
  );
}

/** What the provider has said, beside what Lyceum needs. */
function claimsOf({ claims, otherClaims }: OpenIdTrialResult): Html {
  if (claims.length === 0) return html`<p>${t.administrators.noClaims}</p>`;
  const list = table<OpenIdClaim>({
    label: t.administrators.claims,
    rows: claims,
    columns: [
      { head: t.administrators.claim, cell: ({ name }) => html`<span class="mono">${name}</span>` },
      {
        head: t.administrators.received,
        kind: 'wrap',
        cell: ({ value }) =>
          value === undefined ? html`<i>${t.administrators.nothing}</i>` : html`<span class="mono">${value}</span>`,
      },
      { head: t.administrators.needs, kind: 'wrap', cell: ({ name }) => needOf(name) },
      {
        head: t.administrators.fits,
        cell: ({ fits }) => (fits ? badge('good', t.parts.yes) : badge('bad', t.parts.no)),
      },
    ],
    empty: { title: '', text: '' },
  });
  const others =
    otherClaims.length > 0 && html`<p class="muted small">${t.administrators.alsoReceived(otherClaims.join(', '))}</p>`;
  return section('claims', t.administrators.whatCameBack, html`${list}${others}`);
}

function page(isFine: boolean, said: Fragment, next: Html): Page {
  return {
    title: t.administrators.tryProvider,
    isNarrow: true,
    body: html`${heading({ title: t.administrators.tryProvider, parent: listParent() })}
<p class="message${!isFine && ' bad'}" role="status">${said}</p>
${next}`,
  };
}

function again(): Html {
  return linkButton(PATH, t.administrators.tryAgain);
}

/** A way to try it, and the one to change it. */
function actions(next: Html): Html {
  return html`<div class="actions">${next}${linkButton(SET_UP, t.words.change)}</div>`;
}

/** As the contract has it. */
const MAX_TOKEN = 8192;
