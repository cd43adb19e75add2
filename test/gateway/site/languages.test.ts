import { describe, expect, it } from 'vitest';
import { readManuals } from '../../../site/manuals/manual-pages.ts';
import { GERMAN_GUIDES, GUIDES, slugsOf } from '../../../site/manuals/manuals.ts';
import { WORDS } from '../../../site/words.ts';
import { newAdministrator, signedIn } from '../../support/console/administrator.ts';
import { TestSystem } from '../../support/test-system.ts';

const manuals = await readManuals();
const system = await TestSystem.start();

const textAt = async (path: string) => {
  const response = await fetch(system.url + path, { headers: { accept: 'text/html' } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const SLUGS = slugsOf(GERMAN_GUIDES);

/** The addresses in the head's links and in the text's, by language. */
function versionsIn(html: string) {
  const head = [...html.matchAll(/<link rel="alternate" hreflang="(\w+)" href="([^"]+)">/g)];
  const shown = [...html.matchAll(/<a rel="alternate" href="([^"]+)" hreflang="(\w+)" lang="\2">/g)];
  return {
    head: Object.fromEntries(head.map(([, language, href]) => [language, href])),
    shown: Object.fromEntries(shown.map(([, href, language]) => [language, href])),
  };
}

describe.each(['', ...SLUGS.map((slug) => `/${slug}`)])('the guide %s in English and in German', (slug) => {
  const [en, de] = [`/docs/guides${slug}`, `/docs/de/guides${slug}`];

  it.each([
    [en, 'en', { de }],
    [de, 'de', { en }],
  ])('%s is marked as in its language, and links to the other', async (path, language, other) => {
    const html = await textAt(path);
    expect(html).toContain(`<html lang="${language}">`);
    expect(versionsIn(html)).toEqual({ head: { en, de }, shown: other });
  });

  it('has, in German, no English word around its text that is not marked, and marks links to English pages', async () => {
    const html = (await textAt(de)).replaceAll(/<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/g, '');
    for (const key of Object.keys(WORDS.en) as (keyof typeof WORDS.en)[])
      expect(html).not.toMatch(new RegExp(`[">]${WORDS.en[key]}["<]`));
    for (const { name } of manuals.map(({ manual }) => manual).filter(({ language }) => language === 'en'))
      expect(html).not.toContain(`>${name}<`);
    const links = [...html.matchAll(/<a [^>]*href="(\/(?:docs|errors)[^"]*)"[^>]*>/g)];
    const unmarked = links.filter(([tag]) => !tag.includes('hreflang="en"')).map(([, href = '']) => href);
    expect(unmarked.filter((href) => !href.startsWith('/docs/de/guides'))).toEqual([]);
    expect(links.length).toBeGreaterThan(unmarked.length);
  });
});

it('no other page links to a version of itself', async () => {
  const others = manuals.flatMap(({ manual, guides }) => [manual.path, ...guides.map(({ href }) => href)]);
  for (const path of others.filter(
    (href) => !['', ...SLUGS].some((slug) => /^(.*)\/guides\/?(.*)$/.exec(href)?.[2] === slug),
  ))
    expect([path, versionsIn(await textAt(path))]).toEqual([path, { head: {}, shown: {} }]);
});

it('every German guide is one of the English ones', () => {
  expect(SLUGS.filter((slug) => !slugsOf(GUIDES).includes(slug))).toEqual([]);
});

it('a German page that a search lists is marked', async () => {
  expect(await textAt('/docs/search')).toContain('<li lang="de"><a href="/docs/de/guides/console">');
});

it('the console leads to guides in its language', async () => {
  const visitor = await signedIn(system, await newAdministrator(system));
  for (const [tag, folder] of [
    ['en', 'docs/guides'],
    ['de', 'docs/de/guides'],
  ] as const) {
    const { text } = await visitor.get('/console/people/import', { 'accept-language': tag });
    const found = text.matchAll(new RegExp(`href="([^"]*guides[^"]*)" hreflang="${tag}"`, 'g'));
    const links = [...new Set([...found].map(([, href = '']) => href))];
    expect(links.map((href) => new URL(href).pathname)).toEqual([`/${folder}`, `/${folder}/people-from-a-spreadsheet`]);
    for (const href of links) expect(await textAt(new URL(href).pathname)).toContain(`<html lang="${tag}">`);
  }
});
