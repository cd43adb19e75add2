/** Escapes untrusted text for one line of a terminal: it can neither move the cursor nor break the encoding. */
export function printable(text: string): string {
  return text.toWellFormed().replace(CONTROL, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
