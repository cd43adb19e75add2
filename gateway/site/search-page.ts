import { escapeHtml } from './escape.ts';
import { excerptOf, withMarks } from './excerpt.ts';
import { pageOf } from './page.ts';
import type { SearchIndex } from './search-index.ts';

/** The page of search results. */
export function searchPage(query: string, index: SearchIndex): string {
  const found = query.trim() === '' ? [] : index.find(query);
  return pageOf({
    title: query.trim() === '' ? 'Search' : `Search: ${query}`,
    query,
    body: `<main>
<h1>Search</h1>
${query.trim() === '' ? '<p>Search the guides and the reference: for what you want to do, a path, a field, or the code of an error.</p>' : answer(query, found)}
</main>`,
  });
}

function answer(query: string, found: ReturnType<SearchIndex['find']>): string {
  if (found.length === 0) {
    return `<p>No results for “${escapeHtml(query)}”. See all <a href="/docs/guides">guides</a>, or the <a href="/docs">reference</a>.</p>`;
  }
  return `<dl class="found">
${found
  .map(
    ({ href, title, subtitle, text, words }) => `<dt><a href="${escapeHtml(href)}">${withMarks(title, words)}</a></dt>
<dd><p class="muted">${withMarks(subtitle, words)}</p>
<p>${excerptOf(text, words)}</p></dd>`,
  )
  .join('\n')}
</dl>`;
}
