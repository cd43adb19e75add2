/**
 * A text of a request as a message repeats it: trimmed, 64 characters at most, and without long words, which may be
 * secrets that were sent in the wrong place.
 */
export function repeated(text: string): string {
  const characters = Array.from(text.trim().replaceAll(LONG_WORD, '…'));
  return characters.length <= MAX_CHARACTERS ? characters.join('') : `${characters.slice(0, MAX_CHARACTERS).join('')}…`;
}

const MAX_CHARACTERS = 64;
/** 32 bytes in base64, as secrets have at least. */
const LONG_WORD = /\S{43,}/gu;
