import type { Messages } from '../../languages/en/console/index.ts';
import { type Html, html } from './html.ts';
import { t } from './language.ts';
import { mayOpen } from './viewer.ts';

/** The entries, in the specification's order and groups (console 3). An entry comes with its screen. */
const GROUPS: readonly (readonly (readonly [title: Exclude<keyof Messages['frame'], 'signedInAs'>, path: string])[])[] =
  [
    [
      ['overview', '/console/'],
      ['integrations', '/console/integrations'],
      ['requests', '/console/requests'],
      ['webhooks', '/console/webhooks'],
      ['events', '/console/events'],
      ['calendarFeeds', '/console/calendar-feeds'],
    ],
    [
      ['people', '/console/people'],
      ['timeRecords', '/console/time-records'],
    ],
    [
      ['settings', '/console/settings'],
      ['audit', '/console/audit'],
      ['administrators', '/console/administrators'],
    ],
    [['account', '/console/account']],
  ];

/** The entries of all groups, in the language of whoever reads them. */
export function entries(): (readonly [title: string, path: string])[] {
  return GROUPS.flat().map(([title, path]) => [t.frame[title], path]);
}

/** The first page after signing in. */
export const HOME = '/console/';
export const SIGN_OUT = '/console/sign-out';
export const SEARCH = '/console/search';

/** Leads to the search; the script follows it at the key `/`, which only it shows. */
export function searchLink(): Html {
  return html`<a class="search" href="${SEARCH}" data-search-key>${t.frame.search} <kbd aria-hidden="true" hidden>/</kbd></a>`;
}

/** The navigation. @param path the page's own, which marks the current entry */
export function navigation(label: string, path: string): Html {
  return html`<nav class="nav" aria-label="${label}">${GROUPS.map(
    (entries, index) =>
      html`<ul>${entries.filter(([, href]) => mayOpen(href)).map(([title, href]) => html`<li>${entry(t.frame[title], href, path)}</li>`)}${
        index === GROUPS.length - 1 &&
        html`<li><form method="post" action="${SIGN_OUT}"><button>${t.frame.signOut}</button></form></li>`
      }</ul>`,
  )}</nav>`;
}

function entry(title: string, href: string, path: string): Html {
  if (path === href) return html`<a href="${href}" aria-current="page">${title}</a>`;
  return html`<a href="${href}"${path.startsWith(`${href}/`) && html` aria-current="true"`}>${title}</a>`;
}
