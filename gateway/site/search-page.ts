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
    body: `<main class="prose" id="main">
<h1>Search</h1>
${query.trim() === '' ? '<p class="lead">Search the documentation: for what you want to do, a path, a field, or the code of an error.</p>' : answer(query, found)}
</main>`,
  });
}

function answer(query: string, found: ReturnType<SearchIndex['find']>): string {
  if (found.length === 0) {
    return `<p class="lead">No results for “${escapeHtml(query)}”. See all <a href="/docs/guides">guides</a>, or the <a href="/docs">reference</a>.</p>`;
  }
  return `<ol class="index">
${found
  .map(
    ({
      href,
      title,
      subtitle,
      text,
      words,
    }) => `<li><h2><a href="${escapeHtml(href)}">${withMarks(title, words)}</a></h2>
<p class="muted small">${withMarks(subtitle, words)}</p>
<p>${excerptOf(text, words)}</p></li>`,
  )
  .join('\n')}
</ol>`;
}
