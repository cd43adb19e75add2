import type { Visit } from './screen.ts';

/** A record's place in the order of its list. */
interface Position {
  readonly sort: string;
  readonly id: string;
}

/** The position in a list's address at which its next page begins. */
export function cursorAfter({ sort, id }: Position): string {
  return `${sort}~${id}`;
}

/**
 * The same for a page that begins with a record: after the last place before it. No other record is there, since ids
 * are random.
 * @param order whether ids grow or shrink along the list
 */
export function cursorAt(record: Position | undefined, order: 'ascending' | 'descending'): string | undefined {
  if (!record) return undefined;
  const digits = BigInt(`0x${record.id.replaceAll('-', '')}`) + (order === 'ascending' ? -1n : 1n);
  const id = digits.toString(16).padStart(32, '0');
  return cursorAfter({ sort: record.sort, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') });
}

/** The page that an address asks for. A cursor that no page has made is refused by the service. */
export function pageOf({ cursor = '' }: Visit['query']): { readonly size: number; readonly after?: Position } {
  if (cursor === '') return { size: PAGE_SIZE };
  const end = cursor.lastIndexOf('~');
  return { size: PAGE_SIZE, after: { sort: cursor.slice(0, Math.max(end, 0)), id: cursor.slice(end + 1) } };
}

/** Rows of a list on one page. */
export const PAGE_SIZE = 50;
