import type { Block } from './guide.ts';

/**
 * The output a guide shows that was not printed; null if all was. White space is ignored, and `…` matches any text. An
 * `http` block shows header lines in any order, and the whole body if it shows one.
 */
export function findMissing({ language, text }: Block, printed: string): string | null {
  if (language !== 'http') return findIn(text, printed);
  const [head = '', body] = text.split(/\n\n(.*)/s);
  const [printedHead = '', printedBody = ''] = printed
    .trim()
    .replaceAll('\r', '')
    .split(/\n\n(.*)/s);
  const lines = printedHead.split('\n').map((line) => line.toLowerCase());
  const shown = head.split('\n').filter((line) => line.trim() !== '…' && line !== '');
  const gone = shown.find((line) => !lines.some((each) => findIn(line.toLowerCase(), each) === null));
  return gone ?? (body === undefined ? null : findIn(body, printedBody));
}

/** The first part between two `…` that does not follow the previous one. */
function findIn(shown: string, printed: string): string | null {
  const pieces = withoutSpace(shown).split('…');
  const rest = withoutSpace(printed);
  const last = pieces.at(-1) ?? '';
  let at = 0;
  for (const [number, piece] of pieces.entries()) {
    const isLast = number === pieces.length - 1;
    const found = isLast && number > 0 ? rest.lastIndexOf(piece) : rest.indexOf(piece, at);
    if (found < at || (number === 0 && found > 0)) return piece;
    at = found + piece.length;
  }
  return at === rest.length ? null : `${last} at the end`;
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '');
}
