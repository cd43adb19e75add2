import { refuseField } from '../../chassis/errors/refusal.ts';
import { parseDateTime, toInstantText } from '../../chassis/instant.ts';

/** An instant of a record as it is stored. Refuses with REQUEST_INVALID one that does not exist, such as 30 February. */
export function recordInstant(text: string, pointer: string): string {
  const epochMs = parseDateTime(text);
  return epochMs === null
    ? refuseField(pointer, 'invalid_string', 'must be an RFC 3339 date-time')
    : toInstantText(epochMs);
}
