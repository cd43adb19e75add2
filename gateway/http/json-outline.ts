/** Properties of a JSON text that its bytes show without parsing. */
export interface JsonOutline {
  /**
   * How many values it holds: objects, arrays, strings, numbers and literals, itself included; property names do not
   * count.
   */
  readonly values: number;
  /** How deep arrays and objects are nested; 0 for a text without any. */
  readonly depth: number;
  /** Whether a `\u` escape may encode U+0000 or half of a surrogate pair: nothing else in UTF-8 can. */
  readonly mayHoldBadText: boolean;
}

/** The scan stops beyond either bound. */
interface Bounds {
  readonly values: number;
  readonly depth: number;
}

/**
 * Reads the outline of a JSON text in UTF-8 from its bytes, in one pass without allocations: a mebibyte takes about a
 * millisecond. The result is exact for JSON; for bytes that a parser rejects it may be anything. The scan ends early,
 * with a count beyond the bound, as soon as a bound is exceeded.
 */
export function outlineOf(bytes: Uint8Array, bounds: Bounds): JsonOutline {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  let mayHoldBadText = false;
  let isEmptyContainer = false;
  for (let at = 0; at < bytes.length; at++) {
    const kind = KINDS[bytes[at] as number];
    if (kind === SPACE) continue;
    if (kind === CLOSE) {
      depth--;
      isEmptyContainer = false;
      continue;
    }
    // The first value of a container has no comma before it.
    if (isEmptyContainer) {
      isEmptyContainer = false;
      if (++values > bounds.values) break;
    }
    if (kind === OPEN) {
      isEmptyContainer = true;
      deepest = Math.max(deepest, ++depth);
      if (depth > bounds.depth) break;
    } else if (kind === COMMA) {
      if (++values > bounds.values) break;
    } else if (kind === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTATION_MARK; at++) {
        if (bytes[at] !== BACKSLASH) continue;
        at++;
        mayHoldBadText ||= bytes[at] === LETTER_U && isBadEscape(bytes, at + 1);
      }
    }
  }
  return { values, depth: deepest, mayHoldBadText };
}

/** Whether four hexadecimal digits are U+0000 or a surrogate: `0000`, or `d8` to `df` and any two more. */
function isBadEscape(bytes: Uint8Array, at: number): boolean {
  const [first, second] = [bytes[at], bytes[at + 1]] as [number, number];
  if (first === ZERO) return second === ZERO && bytes[at + 2] === ZERO && bytes[at + 3] === ZERO;
  // Upper and lower case letters differ in one bit.
  return (first | LOWER_CASE) === LETTER_D && !(second >= ZERO && second < EIGHT);
}

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const EIGHT = 0x38;
const LETTER_D = 0x64;
const LETTER_U = 0x75;
const LOWER_CASE = 0x20;

const [OTHER, SPACE, OPEN, CLOSE, COMMA, QUOTE] = [0, 1, 2, 3, 4, 5];

const KINDS = kindsOf([
  [SPACE, ' \t\n\r'],
  [OPEN, '[{'],
  [CLOSE, ']}'],
  [COMMA, ','],
  [QUOTE, '"'],
]);

function kindsOf(kinds: readonly (readonly [kind: number, characters: string])[]): Uint8Array {
  const table = new Uint8Array(256).fill(OTHER);
  for (const [kind, characters] of kinds) {
    for (const character of characters) table[character.charCodeAt(0)] = kind;
  }
  return table;
}
