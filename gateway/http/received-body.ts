import { Problem } from '../problem/problem.ts';
import { outlineOf } from './json-outline.ts';

/** A parsed body. */
export interface ReceivedBody {
  readonly value: unknown;
  /** Whether a text in it may hold U+0000 or a lone surrogate; false when there is nothing to check. */
  readonly mayHoldBadText: boolean;
}

/** The most a body may hold (decisions 13.4). */
export const BODY_BOUNDS = { bytes: 256 * 1024, values: 10_000, depth: 64 };

/**
 * Parses a body: JSON in strict UTF-8; a leading byte order mark is skipped. A body that holds too much is rejected
 * (413, or 400 when it is nested too deep) from its bytes, before it is parsed.
 */
export function parseBody(bytes: Uint8Array): ReceivedBody {
  const { values, depth, mayHoldBadText } = outlineOf(bytes, BODY_BOUNDS);
  if (depth > BODY_BOUNDS.depth)
    throw new Problem(400, 'bad_request', { detail: `The body is nested more than ${BODY_BOUNDS.depth} deep.` });
  if (values > BODY_BOUNDS.values) throw tooManyValues();
  try {
    return { value: JSON.parse(utf8.decode(bytes)), mayHoldBadText };
  } catch (error) {
    throw new Problem(400, 'bad_request', { detail: 'The body is not JSON in UTF-8.', cause: error });
  }
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function tooManyValues(): Problem {
  return new Problem(413, 'bad_request', { detail: 'The body holds more than 10,000 JSON values.' });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
