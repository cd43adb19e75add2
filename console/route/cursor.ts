import type { Visit } from './screen.ts';

/** Where a page ends, in the order of its list. */
interface Position {
  readonly sort: string;
  readonly id: string;
}

/** What a list's address says of where its next page begins. */
export function cursorAfter({ sort, id }: Position): string {
  return `${sort}~${id}`;
}

/** The page that an address asks for. A cursor that no page has made is refused by the service. */
export function pageOf({ cursor = '' }: Visit['query']): { readonly size: number; readonly after?: Position } {
  if (cursor === '') return { size: PAGE_SIZE };
  const [sort = '', id = ''] = cursor.split('~');
  return { size: PAGE_SIZE, after: { sort, id } };
}

/** Rows of a list on one page. */
export const PAGE_SIZE = 50;
