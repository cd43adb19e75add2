/**
 * Messages in a language that nobody speaks: each stands in brackets and is longer by two fifths, as translations are.
 * A text without brackets on a page is one that no language can translate. `formats` stay as they are: they are
 * patterns of dates and the like.
 */
export function pseudo<M extends object>(messages: M): M {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, name === 'formats' ? message : marked(message)]),
  ) as M;
}

function marked(message: unknown): unknown {
  if (typeof message === 'string') return message === '' ? '' : `${OPEN}${message}${padding(message.length)}${CLOSE}`;
  if (typeof message === 'function') return (...given: readonly unknown[]) => marked(message(...given));
  // A message with parts: its texts stand beside arrays that hold a part each.
  if (Array.isArray(message)) {
    const length = message.filter((each) => typeof each === 'string').join('').length;
    return [OPEN, ...message, padding(length), CLOSE];
  }
  return message !== null && typeof message === 'object' ? pseudo(message) : message;
}

function padding(length: number): string {
  return '~'.repeat(Math.ceil(length * LONGER));
}

const LONGER = 0.4;
/** Around each message. */
export const OPEN = '⟦';
export const CLOSE = '⟧';
