import type { Violation } from '../../../platform/core/errors/refusal.ts';

/** In characters, as given and as stored. */
const MAX_URL_LENGTH = 2_048;

/** The addresses that the installation allows. */
export interface UrlRules {
  /** Whether `http:` is allowed beside `https:`; never in production. */
  readonly allowsHttp: boolean;
  /** Whether a host may be called, judged by its text alone. */
  allowsHost(hostname: string): boolean;
}

/**
 * The violation in an endpoint's URL, or null. The addresses of a name are checked when a request is made, not here:
 * today's address says nothing about tomorrow's.
 */
export function endpointUrlFault(text: string, { allowsHttp, allowsHost }: UrlRules): Violation | null {
  if (text.length < 1) return fault('too_small', 'must be a URL');
  if (text.length > MAX_URL_LENGTH) return fault('too_big', `must have at most ${MAX_URL_LENGTH} characters`);
  if (DROPPED.test(text)) return fault('invalid_string', 'must have no control characters, nor blanks at its ends');
  if (!URL.canParse(text)) return fault('invalid_string', 'must be an absolute URL');
  const { protocol, username, password, hostname, href } = new URL(text);
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:')) {
    return fault('invalid_value', allowsHttp ? 'must begin with https:// or http://' : 'must begin with https://');
  }
  if (username !== '' || password !== '') return fault('invalid_value', 'must hold no user name or password');
  if (text.includes('#')) return fault('invalid_value', 'must hold no fragment');
  if (!allowsHost(hostname)) return fault('invalid_value', 'must name a host on the internet');
  if (href.length > MAX_URL_LENGTH)
    return fault('too_big', `must have at most ${MAX_URL_LENGTH} characters when it is percent-encoded`);
  return null;
}

/** A valid URL as the sender calls it, and as the endpoint is stored and shown. */
export function normalizedUrl(text: string): string {
  return new URL(text).href;
}

/** The URL parser silently drops line breaks and tabs, and blanks and control characters at the ends. */
const DROPPED = /\p{Cc}|^ | $/u;

function fault(code: Violation['code'], message: string): Violation {
  return { pointer: '/url', code, message };
}
