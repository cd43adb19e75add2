import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { READING_ORDER, readGuides } from './guides.ts';
import { highlight } from './highlight.ts';
import { installedGuides } from './installed-guides.ts';

describe('a directory of guides', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lyceum-guides-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const read = () => readGuides(pathToFileURL(`${folder}/`));

  it('is read in reading order, with its drawings', async () => {
    await write(
      'errors.md',
      '# Errors\n\nSee [the keys](writing-safely.md#keys), [all](https://example.org/a.md) and ![it](a.svg).',
    );
    await write('quick-start.md', '# Quick & start\n\nFirst.');
    await write('a.svg', '<svg/>');
    const { guides, pictures } = await read();
    expect(guides.map(({ slug, title }) => [slug, title])).toEqual([
      ['quick-start', 'Quick & start'],
      ['errors', 'Errors'],
    ]);
    for (const href of ['/docs/guides/writing-safely#keys', 'https://example.org/a.md', '/docs/guides/a.svg'])
      expect(guides[1]?.render(highlight)).toContain(`="${href}"`);
    expect([...pictures]).toEqual([['a.svg', Buffer.from('<svg/>')]]);
  });

  it.each([
    ['nobody-reads-this.md', '# A\n\nB.', 'are missing from the reading order: nobody-reads-this'],
    ['errors.md', 'No title.', 'errors must begin with a title'],
    ['errors.md', '# Errors\n\n## But no summary\n\nText.', 'errors must begin with a title'],
  ])('%s that begins with %j is rejected', async (name, text, fault) => {
    await write(name, text);
    await expect(read()).rejects.toThrow(fault);
  });
});

it('the gateway has every guide of the reading order, and every guide of the directory', async () => {
  expect(installedGuides.guides.map(({ slug }) => slug)).toEqual(READING_ORDER);
  const files = await readdir(new URL('../../docs/guides/', import.meta.url));
  expect(files.length).toBe(installedGuides.guides.length + installedGuides.pictures.size);
});
