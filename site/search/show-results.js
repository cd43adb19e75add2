import { SearchIndex } from './search-index.ts';
import { resultsOf } from './search-results.ts';

/** Runs in the browser: shows what was searched for, in place of the list of everything. */
const query = new URLSearchParams(location.search).getAll('q').join(' ').slice(0, 100).toWellFormed().trim();
if (query !== '') {
  const place = document.querySelector('[data-results]');
  for (const field of document.querySelectorAll('input[name=q]')) field.value = query;
  document.title = `Search: ${query} · Lyceum`;
  const status = place.previousElementSibling;
  status.textContent = 'Searching …';
  place.replaceChildren();
  const stored = await fetch('/docs/search-index.json');
  place.innerHTML = stored.ok
    ? resultsOf(query, SearchIndex.read(await stored.json()))
    : '<p class="lead">The search is not available at the moment. Reload the page to try again.</p>';
  const count = place.querySelectorAll('ol > li').length;
  status.replaceChildren(place.querySelector('.lead') ?? (count === 1 ? '1 result' : `${count} results`));
}
