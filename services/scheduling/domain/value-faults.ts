import type { Violation } from '../../chassis/errors/refusal.ts';
import { parseDateTime } from '../../chassis/instant.ts';
import { isWebAddress } from './provider.ts';

interface Values {
  readonly dateTime?: string | undefined;
  readonly onlineAddress?: string | undefined;
}

/** The faults of a request's values that the contract's patterns can not see: a day that does not exist, a URL that leads nowhere. */
export function valueFaults({ dateTime, onlineAddress }: Values, at = ''): Violation[] {
  const faults: Violation[] = [];
  if (dateTime !== undefined && parseDateTime(dateTime) === null)
    faults.push({ pointer: `${at}/dateTime`, code: 'invalid_string', message: 'must be an RFC 3339 date-time' });
  if (onlineAddress !== undefined && !isWebAddress(onlineAddress))
    faults.push({ pointer: `${at}/onlineAddress`, code: 'invalid_string', message: 'must be an absolute http(s) URL' });
  return faults;
}
