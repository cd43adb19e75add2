import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { refuseField } from './errors/refusal.ts';
import { isUuid } from './ids.ts';

/** Where a keyset page begins and how many rows a statement fetches for it. */
export interface Keyset {
  /** The sort value and id behind which the page begins. */
  readonly sort: string;
  readonly id: string;
  /** One more than the page holds: whether it is there says whether there are more. */
  readonly limit: number;
}

/** About how many bytes of JSON a page has at most, where more than one record is on it (decisions 13.5). */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** Nothing sorts before it. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The keyset of a page, so that one statement, `(sort, id) > ($2, $3) ORDER BY sort, id LIMIT $4`, serves first and further pages alike.
 * @param least a value of the sort column that is before all others: `-infinity` for instants, `''` for names that are never empty.
 */
export function keysetOf(page: PageRequest | undefined, least: string): Keyset {
  const { size = 1, after } = page ?? {};
  if (after && !isUuid(after.id)) refuseField('/page/after/id', 'invalid_string', 'must be the id of a record');
  return { sort: after?.sort ?? least, id: after?.id ?? LEAST_ID, limit: size + 1 };
}

/** The page's rows among those that were fetched. */
export function cutPage<Row>(rows: Row[], { limit }: Keyset): { rows: Row[]; hasMore: boolean } {
  const hasMore = rows.length === limit;
  return { rows: hasMore ? rows.slice(0, -1) : rows, hasMore };
}
