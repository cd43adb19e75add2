import type { Entry } from './entry.ts';
import type { Guide } from './guides.ts';

/** The search entries of a guide: one for each of its sections. */
export function guideEntries({ slug, title, sections }: Guide): Entry[] {
  return sections.map(({ anchor, heading, depth, text }) => ({
    href: depth === 1 ? `/docs/guides/${slug}` : `/docs/guides/${slug}#${anchor}`,
    title: heading,
    subtitle: depth === 1 ? 'Guide' : `Guide: ${title}`,
    text,
  }));
}
