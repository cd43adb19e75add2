import { type Html, html } from './html.ts';
import { mayOpen } from './viewer.ts';

/** The entries, in the specification's order and groups (console 3). An entry comes with its screen. */
const GROUPS: readonly (readonly (readonly [title: string, path: string])[])[] = [
  [
    ['Overview', '/console/'],
    ['Integrations', '/console/integrations'],
    ['Requests', '/console/requests'],
    ['Webhooks', '/console/webhooks'],
    ['Events', '/console/events'],
    ['Calendar feeds', '/console/calendar-feeds'],
  ],
  [
    ['People', '/console/people'],
    ['Time records', '/console/time-records'],
  ],
  [
    ['Settings', '/console/settings'],
    ['Audit', '/console/audit'],
    ['Administrators', '/console/administrators'],
  ],
  [['Account', '/console/account']],
];

/** The entries of all groups. */
export const ENTRIES = GROUPS.flat();

/** The first page after signing in. */
export const HOME = '/console/';
export const SIGN_OUT = '/console/sign-out';
export const SEARCH = '/console/search';

/** Leads to the search; the script follows it at the key `/`. */
export const searchLink = html`<a class="search" href="${SEARCH}" aria-keyshortcuts="/">Search <kbd aria-hidden="true">/</kbd></a>`;

/** The navigation. @param path the page's own, which marks the current entry */
export function navigation(label: string, path: string): Html {
  return html`<nav class="nav" aria-label="${label}">${GROUPS.map(
    (entries, index) =>
      html`<ul>${entries.filter(([, href]) => mayOpen(href)).map(([title, href]) => html`<li>${entry(title, href, path)}</li>`)}${
        index === GROUPS.length - 1 &&
        html`<li><form method="post" action="${SIGN_OUT}"><button>Sign out</button></form></li>`
      }</ul>`,
  )}</nav>`;
}

function entry(title: string, href: string, path: string): Html {
  if (path === href) return html`<a href="${href}" aria-current="page">${title}</a>`;
  return html`<a href="${href}"${path.startsWith(`${href}/`) && html` aria-current="true"`}>${title}</a>`;
}
