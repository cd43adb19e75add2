import { type Fragment, type Html, html } from './html.ts';

/** `primary` at most once on a page; `danger` for what destroys or locks out. */
type Look = 'primary' | 'primary wide' | 'wide' | 'danger' | 'quiet' | 'plain';

/**
 * A link that looks like a button: leads to a page.
 * @param of completes the name for those who do not see what it stands beside
 */
export function linkButton(href: string, label: string, look: Look = 'plain', of?: string): Html {
  return html`<a class="button ${look}" href="${href}">${label}${of && html`<span class="hidden"> ${of}</span>`}</a>`;
}

/** The button of a form. */
export function submitButton(label: Fragment, look: Look = 'primary', of?: string): Html {
  return html`<button class="button ${look}">${label}${of && html`<span class="hidden"> ${of}</span>`}</button>`;
}

/** A button of its own that does something at once. */
export function postButton(action: string, label: string, look: Look = 'plain', of?: string): Html {
  return html`<form method="post" action="${action}">${submitButton(label, look, of)}</form>`;
}
