import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { refuseField } from './errors/refusal.ts';
import { isUuid } from './ids.ts';
import { isInstantText } from './instant.ts';

/** The position where a keyset page begins and the number of rows that a statement fetches for it. */
export interface Keyset {
  /** The sort value and id after which the page begins. */
  readonly sort: string;
  readonly id: string;
  /** One more than the page size: the extra row shows that there are more. */
  readonly limit: number;
}

/** The approximate maximum of bytes of JSON on a page with more than one record (decisions 13.5). */
export const PAGE_BYTES = 1024 * 1024;

/** Sorts before all other ids. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The keyset of a page. The same statement, `(sort, id) > ($2, $3) ORDER BY sort, id LIMIT $4`, reads the first page
 * and all further ones.
 * @param least a value that sorts before all others: `-infinity` for instants, `''` for names that are never empty.
 */
export function keysetOf(page: PageRequest | undefined, least: string): Keyset {
  const { size = 1, after } = page ?? {};
  if (after && !isUuid(after.id)) refuseField('/page/after/id', 'invalid_string', 'must be the id of a record');
  return { sort: after?.sort ?? least, id: after?.id ?? LEAST_ID, limit: size + 1 };
}

/** Removes the extra row from the rows that were fetched. */
export function cutPage<Row>(rows: Row[], { limit }: Keyset): { rows: Row[]; hasMore: boolean } {
  const hasMore = rows.length === limit;
  return { rows: hasMore ? rows.slice(0, -1) : rows, hasMore };
}

/** The rows that a search has found, with what answers say of the next page: it begins at `end`, unless that is null. */
export function foundRows<Row>({ rows, end }: Found<Row>) {
  return { rows, hasMore: end !== null, ...(end && { end }) };
}

interface Found<Row> {
  readonly rows: Row[];
  readonly end: { readonly sort: string; readonly id: string } | null;
}

/** PostgreSQL's values before and after all instants. */
const BEFORE_ALL = '-infinity';
const AFTER_ALL = 'infinity';

/**
 * The keyset of a page of a list whose sort column is an instant. Throws REQUEST_INVALID for a text that the database
 * could not read.
 */
export function instantKeyset(page: PageRequest | undefined): Keyset {
  return checked(keysetOf(page, BEFORE_ALL));
}

/** The same for a list that begins with the newest: `(sort, id) < ($2, $3) ORDER BY sort DESC, id DESC`. */
export function newestFirst(page: PageRequest | undefined): Keyset {
  return checked(keysetOf(page, AFTER_ALL));
}

function checked(keyset: Keyset): Keyset {
  if (keyset.sort !== BEFORE_ALL && keyset.sort !== AFTER_ALL && !isInstantText(keyset.sort))
    refuseField('/page/after/sort', 'invalid_string', 'must be an RFC 3339 date-time');
  return keyset;
}
