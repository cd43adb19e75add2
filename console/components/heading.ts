import { type Fragment, type Html, html } from './html.ts';

interface Heading {
  readonly title: string;
  /** One sentence, or the state of what the page shows. */
  readonly about?: Fragment;
  /** The page above it. */
  readonly parent?: { readonly href: string; readonly title: string };
  /** Links and buttons; one `primary` at most. */
  readonly actions?: Fragment;
}

/** The head of a page. */
export function heading({ title, about, parent, actions }: Heading): Html {
  return html`<header class="page-head"><div>${
    parent && html`<p class="crumbs"><a href="${parent.href}">${parent.title}</a></p>`
  }<h1>${title}</h1>${about && html`<p>${about}</p>`}</div>${actions && html`<div class="actions">${actions}</div>`}</header>`;
}

/** A part of a page with a heading of its own. */
export function section(id: string, title: string, body: Fragment, aside?: Fragment): Html {
  return html`<section class="section" aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2>${aside}</div>${body}</section>`;
}
