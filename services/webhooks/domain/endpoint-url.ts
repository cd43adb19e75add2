import type { Violation } from '../../../platform/core/errors/refusal.ts';

/** In characters. */
const URL_LENGTH_AT_MOST = 2_048;

/**
 * The violation in an endpoint's URL, or null. The host is checked when a request is made, not here: what a name resolves to today says
 * nothing about tomorrow.
 * @param allowsHttp whether `http:` is allowed beside `https:`; never in production
 */
export function endpointUrlFault(text: string, allowsHttp: boolean): Violation | null {
  if (text.length < 1) return fault('too_small', 'must be a URL');
  if (text.length > URL_LENGTH_AT_MOST) return fault('too_big', `must have at most ${URL_LENGTH_AT_MOST} characters`);
  if (!URL.canParse(text)) return fault('invalid_string', 'must be an absolute URL');
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:')) {
    return fault('invalid_value', allowsHttp ? 'must begin with https:// or http://' : 'must begin with https://');
  }
  if (username !== '' || password !== '') return fault('invalid_value', 'must hold no user name or password');
  if (text.includes('#')) return fault('invalid_value', 'must hold no fragment');
  return null;
}

function fault(code: Violation['code'], message: string): Violation {
  return { pointer: '/url', code, message };
}
