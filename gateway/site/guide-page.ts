import { escapeHtml } from './escape.ts';
import type { Guide } from './guides.ts';
import { pageOf } from './page.ts';

/** The page that lists all guides, each with its summary. */
export function indexPage(guides: readonly Guide[]): string {
  return pageOf({
    title: 'Guides',
    body: `<main>
<h1>Guides</h1>
<p>How to use the API, starting with your first request. The <a href="/docs">reference</a> describes every operation.</p>
<dl>
${guides.map(({ slug, title, summary }) => `<dt><a href="/docs/guides/${slug}">${escapeHtml(title)}</a></dt>\n<dd>${summary}</dd>`).join('\n')}
</dl>
</main>`,
  });
}

/** The page of a guide, with links to the previous and the next one, and the contents of all. */
export function guidePage(guide: Guide, guides: readonly Guide[]): string {
  const at = guides.indexOf(guide);
  const neighbours = [
    ['prev', 'Previous', guides[at - 1]],
    ['next', 'Next', guides[at + 1]],
  ] as const;
  return pageOf({
    title: guide.title,
    layout: 'columns',
    body: `<details class="contents">
<summary>Contents</summary>
<nav aria-label="Guides">
<ol>
${guides.map((each) => (each === guide ? ownEntry(each) : `<li>${linkTo(each)}</li>`)).join('\n')}
</ol>
</nav>
</details>
<main>
${guide.html}<nav class="neighbours" aria-label="Next guides">
${neighbours.flatMap(([rel, label, each]) => (each ? [`<p>${label}: ${linkTo(each, ` rel="${rel}"`)}</p>`] : [])).join('\n')}
</nav>
</main>`,
  });
}

function linkTo({ slug, title }: Guide, attributes = ''): string {
  return `<a href="/docs/guides/${slug}"${attributes}>${escapeHtml(title)}</a>`;
}

function ownEntry(guide: Guide): string {
  const sections = guide.sections
    .filter(({ depth }) => depth === 2)
    .map(({ anchor, heading }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(heading)}</a></li>`);
  return `<li>${linkTo(guide, ' aria-current="page"')}
<ul>
${sections.join('\n')}
</ul>
</li>`;
}
