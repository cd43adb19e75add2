import { Problem } from '../problem/problem.ts';
import { outlineOf } from './json-outline.ts';

/** A body that was parsed. */
export interface ReceivedBody {
  readonly value: unknown;
  /** Whether a text in it may hold U+0000 or a lone surrogate; false where nobody need look. */
  readonly mayHoldBadText: boolean;
}

/** What a body may hold at most (decisions 13.4). */
export const BODY_BOUNDS = { bytes: 1024 * 1024, values: 50_000, depth: 64 };

/** A body of so many bytes is next to nothing to receive, to parse and to check. */
export const SMALL_BODY_BYTES = 4 * 1024;

/**
 * Parses a body: JSON in UTF-8 without exceptions, a byte order mark before it passed over. One that holds too much is refused (413, or 400 where it
 * is nested too deep) by a look at its bytes, before anything is made of it.
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

export function tooManyValues(): Problem {
  return new Problem(413, 'bad_request', { detail: 'The body holds more than 50,000 JSON values.' });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
