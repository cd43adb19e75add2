import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { readManuals } from '../../../site/manuals/manual-pages.ts';
import { highlight } from '../../../site/markdown/highlight.ts';
import { readMarkdown } from '../../../site/markdown/markdown.ts';
import { WORDS } from '../../../site/words.ts';
import { linksIn } from '../../support/html.ts';
import { TestSystem } from '../../support/test-system.ts';

const manuals = await readManuals();
const PAGES = [
  ...manuals.flatMap(({ manual, guides }) => [manual.path, ...guides.map(({ href }) => href)]),
  '/errors',
  ...Object.keys(problemCodes).map((code) => `/errors/${code}`),
];

const system = await TestSystem.start();

async function textAt(path: string, type: string): Promise<string> {
  const response = await fetch(`${system.url}${path}`, { headers: { accept: '*/*' } });
  expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, type]);
  return response.text();
}

const markdownAt = (page: string) => textAt(`${page}.md`, 'text/markdown; charset=utf-8');

/** As a page of that address. */
const rendered = (markdown: string, path = '') =>
  readMarkdown(markdown, (href) => href, WORDS[path.startsWith('/docs/de/') ? 'de' : 'en']).render(highlight);

/** What a page is about, without its menus. */
const proseOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '').replaceAll(/<nav[^>]*>.*?<\/nav>/gs, ' ');

/** The text that a page shows. */
function textOf(html: string): string {
  return html
    .replaceAll(/<a class="anchor".*?<\/a>/gs, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, '');
}

describe.each(PAGES)('%s', (page) => {
  it('says the same as Markdown', async () => {
    const [html, markdown] = await Promise.all([textAt(page, 'text/html; charset=utf-8'), markdownAt(page)]);
    expect(textOf(rendered(markdown, page))).toBe(textOf(proseOf(html)));
  });

  it('leads as Markdown to where the page leads, and to Markdown if there is any', async () => {
    const html = await textAt(page, 'text/html; charset=utf-8');
    const markdown = await markdownAt(page);
    const links = linksIn(rendered(markdown)).filter((href) => !href.startsWith('#'));
    const onPage = linksIn(proseOf(html)).filter((href) => !href.startsWith('#'));
    expect(links.map((href) => decodeURI(href).replace(/\.md(?=#|$)/, ''))).toEqual(onPage.map(decodeURI));
    // Where there is Markdown, the link is to it.
    expect(links.filter((href) => PAGES.includes(href.replace(/#.*$/, '')))).toEqual([]);
  });
});

describe('/llms.txt', () => {
  it('lists every page with one line and its absolute address, which leads to Markdown', async () => {
    const lines = (await textAt('/llms.txt', 'text/plain; charset=utf-8'))
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const listed = lines.map((line) => /^- \[[^\]]+\]\(([^)]+)\): \S/.exec(line)?.[1]);
    const lists = manuals.map(({ manual }) => manual.path);
    const expected = PAGES.filter((page) => !lists.includes(page as never)).map((page) => `${page}.md`);
    expect(listed.map((address) => new URL(address ?? '').pathname).toSorted()).toEqual(expected.toSorted());
    // The gateway's own address, as it knows it.
    expect(new Set(listed.map((address) => new URL(address ?? '').port))).toEqual(new Set([String(system.port)]));
  });

  it('is found on the landing page, by people and programs', async () => {
    const page = await fetch(system.url, { headers: { accept: 'text/html' } });
    expect(linksIn(await page.text())).toContain('/llms.txt');
    const addresses = await (await fetch(system.url, { headers: { accept: 'application/json' } })).json();
    expect(addresses).toMatchObject({ llms: '/llms.txt' });
  });
});
