import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { isWebAddress } from './provider.ts';

interface Values {
  readonly onlineAddress?: string | undefined;
}

/** The violations that the proto's validation rules cannot express: an invalid URL. */
export function valueFaults({ onlineAddress }: Values): Violation[] {
  if (onlineAddress === undefined || isWebAddress(onlineAddress)) return [];
  return [{ pointer: '/onlineAddress', code: 'invalid_string', message: 'must be an absolute http(s) URL' }];
}
