import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { refuseField } from './errors/refusal.ts';
import { isInstantText } from './instant.ts';
import { type Keyset, keysetOf } from './paging.ts';

/** Before all instants. */
const BEFORE_ALL = '-infinity';

/** The keyset of a page of a list whose sort column is an instant. Refuses what the database could not read. */
export function instantKeyset(page: PageRequest | undefined): Keyset {
  const keyset = keysetOf(page, BEFORE_ALL);
  if (keyset.sort !== BEFORE_ALL && !isInstantText(keyset.sort))
    refuseField('/page/after/sort', 'invalid_string', 'must be an RFC 3339 date-time');
  return keyset;
}
