import { readdir, readFile } from 'node:fs/promises';
import { type Markdown, readMarkdown } from './markdown.ts';

/** A guide as its page shows it. */
export interface Guide extends Markdown {
  readonly slug: string;
  readonly title: string;
}

export interface Guides {
  /** In reading order. */
  readonly guides: readonly Guide[];
  /** Drawings (SVG) and screenshots (PNG) by their file names. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

/** The order in which the guides are listed and linked. */
export const READING_ORDER = [
  'quick-start',
  'authentication',
  'console',
  'lists-and-sync',
  'writing-safely',
  'errors',
  'rate-limits',
  'requests',
  'time-tracking',
  'offline-terminals',
  'payroll',
  'appointments-and-rooms',
  'calendars',
  'curricula',
  'webhooks',
  'changes',
] as const;

/**
 * Reads the guides in a directory: `<slug>.md`, each with a title and a summary before its first section, and the pictures they show.
 * @throws Error when a guide is missing from the reading order, or has no title or no summary
 */
export async function readGuides(folder: URL): Promise<Guides> {
  const names = (await readdir(folder)).sort();
  const slugs = names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length));
  const unplaced = slugs.filter((slug) => !READING_ORDER.some((each) => each === slug));
  if (unplaced.length > 0) throw new Error(`These guides are missing from the reading order: ${unplaced.join(', ')}`);
  const read = (name: string) => readFile(new URL(name, folder));
  const pictures = names.filter((name) => /\.(svg|png)$/.test(name));
  return {
    guides: await Promise.all(
      READING_ORDER.filter((slug) => slugs.includes(slug)).map(async (slug) =>
        guideOf(slug, String(await read(`${slug}.md`))),
      ),
    ),
    pictures: new Map(await Promise.all(pictures.map(async (name) => [name, await read(name)] as const))),
  };
}

function guideOf(slug: string, text: string): Guide {
  const markdown = readMarkdown(text, addressOf);
  const [title] = markdown.sections;
  if (title?.depth !== 1 || markdown.summary === '' || title.text === '') {
    throw new Error(`The guide ${slug} must begin with a title, "# …", and a paragraph that says what is in it.`);
  }
  return { ...markdown, slug, title: title.heading };
}

/** Resolves a link of a guide: to another guide (`errors.md#conflict`), to a picture in the same directory, or unchanged. */
function addressOf(href: string): string {
  const [, name, rest = ''] = /^([\w-]+)(?:\.md(#.*)?|\.svg|\.png)$/.exec(href) ?? [];
  if (name === undefined) return href;
  return /\.(svg|png)$/.test(href) ? `/docs/guides/${href}` : `/docs/guides/${name}${rest}`;
}
