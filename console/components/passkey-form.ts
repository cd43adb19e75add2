import { type Html, html } from './html.ts';

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
  return html`<div class="section" data-passkey="${options}" hidden>${form}<p class="error" role="alert" hidden></p></div>
<p class="message warn">Passkeys need JavaScript and a browser that supports them. Allow scripts for this page.</p>`;
}

/** Where passkeys can be used: browsers have none for addresses. */
function withName(url: URL): Html {
  if (url.protocol === 'https:')
    return html`Passkeys don’t work while the console is open at an IP address. Open it at its domain name.`;
  url.hostname = 'localhost';
  return html`Passkeys don’t work at an IP address. Open the console at <a href="${url.origin}/console">${url.origin}/console</a> to use them.`;
}
