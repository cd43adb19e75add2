import { readdir, readFile } from 'node:fs/promises';
import { type Markdown, readMarkdown } from '../markdown/markdown.ts';
import { type Version, WORDS } from '../words.ts';
import { addressOf, fileOf, MANUALS, type Manual, slugsOf } from './manuals.ts';

/** A page of a manual. */
export interface ManualPage extends Markdown {
  readonly slug: string;
  readonly title: string;
  readonly href: string;
  /** The name of its group. */
  readonly group: string;
  /** What it is for, as a line of Markdown. */
  readonly line: string;
}

/** A manual that has been read. */
export interface ManualPages {
  readonly manual: Manual;
  /** In reading order. */
  readonly guides: readonly ManualPage[];
  /** Drawings (SVG) and screenshots (PNG) by their file names. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a manual: its pages, each with a title and a paragraph before its first section, and the pictures they show.
 * @throws Error when a page is missing, or has no title or no such paragraph
 */
export async function readManual(manual: Manual, root: URL): Promise<ManualPages> {
  const folder = new URL(manual.folder, root);
  const pictures = (await readdir(folder)).filter((name) => /\.(svg|png)$/.test(name)).sort();
  return {
    manual,
    guides: await Promise.all(
      slugsOf(manual).map(async (slug) =>
        pageOf(manual, slug, await readFile(new URL(fileOf(manual, slug), root), 'utf8')),
      ),
    ),
    pictures: new Map(
      await Promise.all(pictures.map(async (name) => [name, await readFile(new URL(name, folder))] as const)),
    ),
  };
}

/** All manuals of this repository. */
export function readManuals(): Promise<ManualPages[]> {
  return Promise.all(MANUALS.map((manual) => readManual(manual, new URL('../../', import.meta.url))));
}

function pageOf(manual: Manual, slug: string, text: string): ManualPage {
  const markdown = readMarkdown(text, (href) => addressOf(href, manual, fileOf(manual, slug)), WORDS[manual.language]);
  const [title] = markdown.sections;
  if (title?.depth !== 1 || title.text === '') {
    throw new Error(`The page ${slug} must begin with a title, "# …", and a paragraph that says what is in it.`);
  }
  const [group = '', pages = {}] = Object.entries(manual.groups).find(([, pages]) => slug in pages) ?? [];
  return { ...markdown, slug, title: title.heading, href: `${manual.path}/${slug}`, group, line: pages[slug] ?? '' };
}

/** A page, or the list of a manual's pages, in all its languages; none if it is in one alone. */
export function versionsOf(href: string, manuals: readonly ManualPages[]): Version[] {
  const versions = manuals.flatMap(({ manual: { path, language }, guides }) =>
    [path, ...guides.map((page) => page.href)]
      .filter((each) => inEnglish(each) === inEnglish(href))
      .map((each) => ({ href: each, language })),
  );
  return versions.length === 1 ? [] : versions;
}

/** The address of the English page, if there is one. */
function inEnglish(href: string): string {
  return href.replace('/docs/de/', '/docs/');
}
