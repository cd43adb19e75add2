import type { ManualPage, ManualPages } from '../manuals/manual-pages.ts';
import { highlight } from '../markdown/highlight.ts';
import { inlineHtml } from '../markdown/markdown.ts';
import { escapeHtml } from '../search/escape.ts';
import { type Language, type Version, WORDS } from '../words.ts';
import { docsBody } from './docs-body.ts';
import { pageOf } from './page.ts';

/** The page that lists all pages of a manual by their groups, each with what it is for. */
export function indexPage(
  { manual: { path, language, name, lead }, guides }: ManualPages,
  versions: Version[],
): string {
  return pageOf({
    ...{ title: name, part: path, language, versions },
    body: `<main class="prose" id="main">
${linksTo(versions, language)}<h1>${name}</h1>
<p class="lead">${inlineHtml(lead)}</p>
${[...Map.groupBy(guides, ({ group }) => group)].map(groupOf).join('\n')}
</main>`,
  });
}

function groupOf([group, pages]: [string, readonly ManualPage[]]): string {
  const cards = pages.map(
    ({ href, title, line }) =>
      `<li><h3><a href="${href}">${escapeHtml(title)}</a></h3>\n<p>${inlineHtml(line)}</p></li>`,
  );
  return `<h2>${group}</h2>\n<ol class="index cards">\n${cards.join('\n')}\n</ol>`;
}

/** A page of a manual, with links to the previous and the next one, and the contents of all. */
export function manualPage(
  guide: ManualPage,
  { manual: { path, language, name }, guides }: ManualPages,
  versions: Version[],
): string {
  const words = WORDS[language];
  const at = guides.indexOf(guide);
  const neighbours = [
    ['prev', guides[at - 1]],
    ['next', guides[at + 1]],
  ] as const;
  return pageOf({
    ...{ title: guide.title, part: path, layout: 'docs', language, versions },
    body: docsBody({
      menu: { name, entries: guides },
      current: guide.href,
      sections: guide.sections.filter(({ depth }) => depth === 2),
      words,
      main: `${linksTo(versions, language)}${guide.render(highlight)}<nav class="next" aria-label="${words.nextPages}">
${neighbours.flatMap(([rel, each]) => (each ? [`<a href="${each.href}" rel="${rel}">${escapeHtml(each.title)}</a>`] : [])).join('\n')}
</nav>`,
    }),
  });
}

/** The links from a page to itself in other languages. */
function linksTo(versions: readonly Version[], from: Language): string {
  const others = versions.filter(({ language }) => language !== from);
  if (others.length === 0) return '';
  const links = others.map(
    ({ href, language }) =>
      `<a rel="alternate" href="${href}" hreflang="${language}" lang="${language}">${WORDS[language].inItself}</a>`,
  );
  return `<nav class="versions" aria-label="${WORDS[from].language}">${links.join(' ')}</nav>\n`;
}
