import type { Section } from '../markdown/markdown.ts';
import { escapeHtml } from '../search/escape.ts';
import { WORDS, type Words } from '../words.ts';

interface DocsBody {
  /** The pages beside this one. */
  readonly menu: { readonly name: string; readonly entries: readonly MenuEntry[] };
  /** The `href` of this page. */
  readonly current: string;
  readonly sections: readonly Pick<Section, 'anchor' | 'heading'>[];
  /** HTML. */
  readonly main: string;
  readonly words?: Words;
}

interface MenuEntry {
  readonly href: string;
  readonly title: string;
  /** Beside the title, smaller. */
  readonly note?: string;
  /** What it is listed under, if the menu has groups. */
  readonly group?: string;
}

/**
 * The text of a page, between the menu of the pages beside it and its own sections; in a narrow window the menu opens
 * above it.
 */
export function docsBody({ menu, current, sections, main, words = WORDS.en }: DocsBody): string {
  const linkOf = ({ href, title, note }: MenuEntry) =>
    `<li><a href="${href}"${href === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}${note === undefined ? '' : ` <span class="small">${note}</span>`}</a></li>`;
  const groups = [...Map.groupBy(menu.entries, ({ group }) => group)].map(
    ([group, entries]) =>
      `${group === undefined ? '' : `<p class="group">${group}</p>\n`}<ul>\n${entries.map(linkOf).join('\n')}\n</ul>`,
  );
  const headings = sections.map(
    ({ anchor, heading }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(heading)}</a></li>`,
  );
  return `<details class="contents" tabindex="0">
<summary>${menu.name}</summary>
<nav class="nav" aria-label="${menu.name}">
${groups.join('\n')}
</nav>
</details>
<main class="prose" id="main">
${main}
</main>
<nav class="toc" aria-labelledby="toc">
<h2 id="toc">${words.sections}</h2>
<ul>
${headings.join('\n')}
</ul>
</nav>`;
}
