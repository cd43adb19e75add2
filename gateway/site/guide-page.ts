import { docsBody } from './docs-body.ts';
import { escapeHtml } from './escape.ts';
import type { Guide } from './guides.ts';
import { pageOf } from './page.ts';
import type { Highlight } from './samples.ts';

/** The page that lists all guides, each with its summary. */
export function indexPage(guides: readonly Guide[]): string {
  return pageOf({
    title: 'Guides',
    part: '/docs/guides',
    body: `<main class="prose" id="main">
<h1>Guides</h1>
<p class="lead">How to use the API, starting with your first request. The <a href="/docs">reference</a> describes every operation.</p>
<ol class="index cards">
${guides.map(({ slug, title, summary }) => `<li><h2><a href="/docs/guides/${slug}">${escapeHtml(title)}</a></h2>\n<p>${summary}</p></li>`).join('\n')}
</ol>
</main>`,
  });
}

/** The page of a guide, with links to the previous and the next one, and the contents of all. */
export function guidePage(guide: Guide, guides: readonly Guide[], highlight: Highlight): string {
  const at = guides.indexOf(guide);
  const neighbours = [
    ['prev', guides[at - 1]],
    ['next', guides[at + 1]],
  ] as const;
  return pageOf({
    title: guide.title,
    part: '/docs/guides',
    layout: 'docs',
    body: docsBody({
      menu: { name: 'Guides', entries: guides.map(({ slug, title }) => ({ href: `/docs/guides/${slug}`, title })) },
      current: `/docs/guides/${guide.slug}`,
      sections: guide.sections.filter(({ depth }) => depth === 2),
      main: `${guide.render(highlight)}<nav class="next" aria-label="Next guides">
${neighbours.flatMap(([rel, each]) => (each ? [`<a href="/docs/guides/${each.slug}" rel="${rel}">${escapeHtml(each.title)}</a>`] : [])).join('\n')}
</nav>`,
    }),
  });
}
