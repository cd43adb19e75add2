import type { ManualPage, ManualPages } from '../manuals/manual-pages.ts';
import { highlight } from '../markdown/highlight.ts';
import { inlineHtml } from '../markdown/markdown.ts';
import { escapeHtml } from '../search/escape.ts';
import { docsBody } from './docs-body.ts';
import { pageOf } from './page.ts';

/** The page that lists all pages of a manual, each with its summary. */
export function indexPage({ manual: { path, name, lead }, guides }: ManualPages): string {
  return pageOf({
    title: name,
    part: path,
    body: `<main class="prose" id="main">
<h1>${name}</h1>
<p class="lead">${inlineHtml(lead)}</p>
<ol class="index cards">
${guides.map(({ href, title, summary }) => `<li><h2><a href="${href}">${escapeHtml(title)}</a></h2>\n<p>${summary}</p></li>`).join('\n')}
</ol>
</main>`,
  });
}

/** A page of a manual, with links to the previous and the next one, and the contents of all. */
export function manualPage(guide: ManualPage, { manual: { path, name }, guides }: ManualPages): string {
  const at = guides.indexOf(guide);
  const neighbours = [
    ['prev', guides[at - 1]],
    ['next', guides[at + 1]],
  ] as const;
  return pageOf({
    title: guide.title,
    part: path,
    layout: 'docs',
    body: docsBody({
      menu: { name, entries: guides },
      current: guide.href,
      sections: guide.sections.filter(({ depth }) => depth === 2),
      main: `${guide.render(highlight)}<nav class="next" aria-label="Next pages">
${neighbours.flatMap(([rel, each]) => (each ? [`<a href="${each.href}" rel="${rel}">${escapeHtml(each.title)}</a>`] : [])).join('\n')}
</nav>`,
    }),
  });
}
