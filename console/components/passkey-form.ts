import { type Fragment, type Html, html } from './html.ts';
import { t } from './language.ts';

interface PasskeyForm {
  readonly form: Html;
  /** Where the script gets the options for the browser. */
  readonly options: string;
  /** Where the browser has the console open. */
  readonly site: { readonly origin: string; readonly relyingParty: object | undefined };
}

/** A form that the script sends with a browser's passkey. Where that cannot be, it says why instead. */
export function passkeyForm({ form, options, site: { origin, relyingParty } }: PasskeyForm): Html {
  if (!relyingParty) return html`<p class="message warn"><span>${withName(new URL(origin))}</span></p>`;
  return html`<div class="section" data-passkey="${options}" data-exists="${t.parts.passkeyExists}" data-none="${t.parts.noPasskeyGiven}" data-failed="${t.parts.passkeyFailed}" hidden>${form}<p class="error" role="alert" hidden></p></div>
<p class="message warn">${t.parts.passkeysNeedScripts}</p>`;
}

/** Where passkeys can be used: browsers have none for addresses. */
function withName(url: URL): Fragment {
  if (url.protocol === 'https:') return t.parts.passkeysNeedName;
  url.hostname = 'localhost';
  return t.parts.passkeysNeedLocalhost(html`<a href="${url.origin}/console">${url.origin}/console</a>`);
}
