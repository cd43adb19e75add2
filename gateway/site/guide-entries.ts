import type { Entry } from './entry.ts';
import type { Guides } from './guides.ts';

/** The search entries of a manual: one for each section of its pages. */
export function guideEntries({ manual: { name }, guides }: Guides): Entry[] {
  return guides.flatMap(({ href, title, sections }) =>
    sections.map(({ anchor, heading, depth, text }) => ({
      href: depth === 1 ? href : `${href}#${anchor}`,
      title: heading,
      subtitle: depth === 1 ? name : `${name} › ${title}`,
      text,
    })),
  );
}
