import { type Entry, langOf } from '../search/entry.ts';
import { escapeHtml } from '../search/escape.ts';
import { pageOf } from './page.ts';

/**
 * The page of the search. Its script shows what was found; without scripts it lists the pages, operations and errors
 * that there are.
 */
export function searchPage(entries: readonly Entry[]): string {
  const groups = Map.groupBy(
    entries.filter(({ href }) => !href.includes('#') || href.startsWith('/docs#tag/')),
    ({ href }) => (href.startsWith('/docs#') ? 'Operations' : href.startsWith('/errors/') ? 'Errors' : 'Pages'),
  );
  return pageOf({
    title: 'Search',
    scripts: ['/docs/search/show-results.js'],
    body: `<main class="prose" id="main">
<h1>Search</h1>
<div class="muted" aria-live="polite"></div>
<div data-results>
<p class="lead">Search the documentation: for what you want to do, a path, a field, or the code of an error.</p>
<noscript><p>The search needs JavaScript. This is all there is to find:</p></noscript>
${[...groups].map(([name, found]) => `<h2>${name}</h2>\n<ul>\n${found.map(itemOf).join('\n')}\n</ul>`).join('\n')}
</div>
</main>`,
  });
}

function itemOf({ href, title, subtitle }: Entry): string {
  return `<li${langOf(href)}><a href="${escapeHtml(href)}">${escapeHtml(title)}</a> <span class="muted small">${escapeHtml(subtitle)}</span></li>`;
}
