import { langOf } from './entry.ts';
import { escapeHtml } from './escape.ts';
import { excerptOf, withMarks } from './excerpt.ts';
import type { SearchIndex } from './search-index.ts';

/** What a search has found, as HTML. Every text of the query and of the entries is escaped. */
export function resultsOf(query: string, index: SearchIndex): string {
  const found = index.find(query);
  if (found.length === 0) {
    return `<p class="lead">No results for “${escapeHtml(query)}”. See all <a href="/docs/guides">guides</a>, or the <a href="/docs">reference</a>.</p>`;
  }
  return `<ol class="index">
${found
  .map(
    ({ href, title, subtitle, text, words }) =>
      `<li${langOf(href)}><h2><a href="${escapeHtml(href)}">${withMarks(title, words)}</a></h2>
<p class="muted small">${withMarks(subtitle, words)}</p>
<p>${excerptOf(text, words)}</p></li>`,
  )
  .join('\n')}
</ol>`;
}
