import type { Guide } from '../guides/guides.ts';
import type { Entry } from './entry.ts';

/** What a search finds in a guide: each of its sections. */
export function guideEntries({ slug, title, sections }: Guide): Entry[] {
  return sections.map(({ anchor, heading, depth, text }) => ({
    href: depth === 1 ? `/docs/guides/${slug}` : `/docs/guides/${slug}#${anchor}`,
    title: heading,
    subtitle: depth === 1 ? 'Guide' : `Guide: ${title}`,
    text,
  }));
}
