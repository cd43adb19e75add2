import { errors } from 'undici';
import { NotSent } from '../../../libraries/outbound-guard/index.ts';
import type { AttemptError } from '../domain/attempt.ts';

/** Codes of Node, OpenSSL and undici, by prefix. */
const REASONS: readonly (readonly [AttemptError, RegExp])[] = [
  ['timeout', /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/],
  [
    'tls_failed',
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_MISMATCH|EPROTO)/,
  ],
  ['invalid_answer', /^UND_ERR_HEADERS_OVERFLOW$/],
];

/**
 * A failure as integrators see it: one of a few words, without the error itself, which may reveal the internal
 * network.
 */
export function attemptErrorOf(error: unknown): AttemptError {
  if (error instanceof NotSent) return error.reason;
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError') return 'timeout';
  if (error instanceof errors.HTTPParserError) return 'invalid_answer';
  const found = REASONS.find(([, pattern]) => typeof code === 'string' && pattern.test(code));
  return found?.[0] ?? 'connection_failed';
}
