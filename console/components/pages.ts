import { type Html, html } from './html.ts';
import { t } from './language.ts';

interface Pages {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Where the next page begins; absent on the last one. */
  readonly cursor?: string | undefined;
  /** Where a page begins that begins with the first record of this one; absent if there is none. */
  readonly top: string | undefined;
  /** The extent of the page: “10 shown, newest first”. */
  readonly summary: string;
}

/**
 * The way to the other pages of a list. An address has the beginnings of the pages that led to its page, so that
 * Previous page leads to the records that were there, however many have come before them since.
 */
export function pages({ path, query, cursor, top, summary }: Pages): Html {
  const { cursor: own, before = '', ...filters } = query;
  const trail = before === '' ? [] : before.split(' ');
  const to = (more: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams({ ...filters, ...more })}`;
  const trailOf = (beginnings: readonly string[]) => (beginnings.length === 0 ? {} : { before: beginnings.join(' ') });
  const last = trail.at(-1);
  const begun = own ?? top;
  const links: readonly (readonly [id: string, label: string, address: string | undefined])[] = [
    ['first-page', t.parts.firstPage, own === undefined ? undefined : to({})],
    [
      'previous-page',
      t.parts.previousPage,
      last === undefined ? undefined : to({ cursor: decoded(last), ...trailOf(trail.slice(0, -1)) }),
    ],
    [
      'next-page',
      t.parts.nextPage,
      cursor === undefined
        ? undefined
        : to({ cursor, ...trailOf(begun === undefined ? trail : shortened([...trail, encodeURIComponent(begun)])) }),
    ],
  ];
  return html`<nav class="pages" aria-label="${t.parts.pages}"><span data-said>${summary}</span><span class="actions">${links.map(
    ([id, label, address]) =>
      address !== undefined && html`<a class="button" id="${id}" href="${address}" ${partial(address)}>${label}</a>`,
  )}</span></nav>`;
}

/** The attributes of links and forms that replace the list alone, and the strip above it. */
export function partial(address: string): Html {
  return html`hx-get="${address}" hx-target="#list" hx-select="#list" hx-select-oob="#summary" hx-swap="outerHTML" hx-push-url="true"`;
}

/** The most positions in an address: a person can go back so far, and to the first page. */
function shortened(trail: readonly string[]): readonly string[] {
  let from = 0;
  while (trail.slice(from).join(' ').length > MAX_TRAIL) from++;
  return trail.slice(from);
}

function decoded(beginning: string): string {
  try {
    return decodeURIComponent(beginning);
  } catch {
    return '';
  }
}

const MAX_TRAIL = 2_000;
