/**
 * The same JSON, with every character escaped that a terminal does not show as itself: of records, it could hide text
 * or turn its order around.
 */
export function printable(json: string): string {
  return json.replaceAll(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Controls, formats such as the marks of writing direction, what Unicode has not assigned, and separators of lines. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
