import type { ManualPages } from '../manuals/manual-pages.ts';
import type { Entry } from './entry.ts';

/** The search entries of a manual: one for each section of its pages. */
export function manualEntries({ manual: { name }, guides }: ManualPages): Entry[] {
  return guides.flatMap(({ href, title, sections }) =>
    sections.map(({ anchor, heading, depth, text }) => ({
      href: depth === 1 ? href : `${href}#${anchor}`,
      title: heading,
      subtitle: depth === 1 ? name : `${name} › ${title}`,
      text,
    })),
  );
}
