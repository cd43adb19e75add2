import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { refuseField } from './errors/refusal.ts';
import { isInstantText } from './instant.ts';
import { type Keyset, keysetOf } from './paging.ts';

/** PostgreSQL's values before and after all instants. */
const BEFORE_ALL = '-infinity';
const AFTER_ALL = 'infinity';

/** The keyset of a page of a list whose sort column is an instant. Throws REQUEST_INVALID for a text that the database could not read. */
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
