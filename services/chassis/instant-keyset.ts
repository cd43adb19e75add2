import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { refuseField } from './errors/refusal.ts';
import { parseDateTime, toInstantText } from './instant.ts';
import { type Keyset, keysetOf } from './paging.ts';

/** Before all instants; sorts before them as text, too. */
const BEFORE_ALL = '-infinity';

/** The keyset of a page of a list whose sort column is an instant. */
export function instantKeyset(page: PageRequest | undefined): Keyset {
  const keyset = keysetOf(page, BEFORE_ALL);
  return keyset.sort === BEFORE_ALL
    ? keyset
    : { ...keyset, sort: instantOf(keyset.sort, '/page/after/sort') ?? BEFORE_ALL };
}

/** A date-time of a request in our own spelling, or null when it is absent. Refuses what the database could not read. */
export function instantOf(text: string | undefined, pointer: string): string | null {
  if (text === undefined) return null;
  const epochMs = parseDateTime(text);
  return epochMs === null
    ? refuseField(pointer, 'invalid_string', 'must be an RFC 3339 date-time')
    : toInstantText(epochMs);
}
