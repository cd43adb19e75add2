import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { isWebAddress } from './provider.ts';

interface Values {
  readonly onlineAddress?: string | undefined;
}

/** The faults of a request's values that the contract's rules can not see: a URL that leads nowhere. */
export function valueFaults({ onlineAddress }: Values): Violation[] {
  if (onlineAddress === undefined || isWebAddress(onlineAddress)) return [];
  return [{ pointer: '/onlineAddress', code: 'invalid_string', message: 'must be an absolute http(s) URL' }];
}
