import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { highlight } from '../markdown/highlight.ts';
import { readManual, readManuals } from './manual-pages.ts';
import { GUIDES, MANUALS, slugsOf } from './manuals.ts';

describe('a directory of guides', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lyceum-guides-'));
    await mkdir(join(folder, GUIDES.folder), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFile(join(folder, GUIDES.folder, name), text);
  const read = (...slugs: string[]) =>
    readManual(
      { ...GUIDES, groups: { All: Object.fromEntries(slugs.map((slug) => [slug, ''])) } },
      pathToFileURL(`${folder}/`),
    );

  it('is read in reading order, with its drawings', async () => {
    await write(
      'errors.md',
      '# Errors\n\nSee [the keys](writing-safely.md#keys), [all](https://example.org/a.md) and ![it](a.svg).',
    );
    await write('quick-start.md', '# Quick & start\n\nFirst.');
    await write('a.svg', '<svg/>');
    const { guides, pictures } = await read('quick-start', 'errors');
    expect(guides.map(({ href, title }) => [href, title])).toEqual([
      ['/docs/guides/quick-start', 'Quick & start'],
      ['/docs/guides/errors', 'Errors'],
    ]);
    for (const href of ['/docs/guides/writing-safely#keys', 'https://example.org/a.md', '/docs/guides/a.svg'])
      expect(guides[1]?.render(highlight)).toContain(`="${href}"`);
    expect([...pictures]).toEqual([['a.svg', Buffer.from('<svg/>')]]);
  });

  it.each([
    ['../operations.md', '<a href="/docs/operate/operations">it</a>'],
    ['../events.md#the-feed', '<a href="/docs/develop/events#the-feed">it</a>'],
    ['../console.md', '<a href="/docs/develop/console">it</a>'],
    ['console.md', '<a href="/docs/guides/console">it</a>'],
    ['../../SECURITY.md', '<code>it</code>'],
    ['no-page.md', '<code>it</code>'],
  ])('a link to %s is %s', async (file, html) => {
    await write('errors.md', `# Errors\n\nSee [it](${file}).`);
    const { guides } = await read('errors');
    expect(guides[0]?.render(highlight)).toContain(`See ${html}.`);
  });

  it('is not read without a page that it declares', async () => {
    await write('errors.md', '# Errors\n\nText.');
    await expect(read('errors', 'console')).rejects.toThrow('docs/guides/console.md');
  });

  it.each(['No title.', '# Errors\n\n## But no summary\n\nText.'])('a page %j is rejected', async (text) => {
    await write('errors.md', text);
    await expect(read('errors')).rejects.toThrow('errors must begin with a title');
  });
});

it('every page of the documentation is in a manual, but the list of all, and what is about the source alone', async () => {
  const files = async (folder: string) => (await readdir(new URL(`../../${folder}`, import.meta.url))).sort();
  const pagesIn = (folder: string) =>
    MANUALS.filter((manual) => manual.folder === folder).flatMap((manual) =>
      slugsOf(manual)
        .filter((slug) => !(slug in (GUIDES.elsewhere as object)))
        .map((slug) => `${slug}.md`),
    );
  const others = (await files('docs/')).filter((name) => name.endsWith('.md') && !pagesIn('docs/').includes(name));
  expect(others).toEqual(['README.md', 'licences.md', 'security-console.md', 'security.md']);
  for (const { manual, pictures } of (await readManuals()).filter(({ manual }) => manual.folder.endsWith('/guides/')))
    expect([...pagesIn(manual.folder), ...pictures.keys()].sort()).toEqual(await files(manual.folder));
});
