import { refuseFile } from '../../../platform/core/table/encodings.ts';

/** A line of iCalendar with those that continue it (RFC 5545, 3.1). */
export interface ContentLine {
  /** The number of its first line in the file, from 1. */
  readonly line: number;
  /** In capitals. */
  readonly name: string;
  readonly value: string;
}

const MAX_LINES = 100_000;
/** More than a name has that may be imported. */
const MAX_LENGTH = 4_096;

/** The lines of a calendar; what is longer than any value that is read is cut. Refuses a file with too many. */
export function* contentLines(text: string): Generator<ContentLine> {
  let number = 0;
  let first = 0;
  let joined = '';
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const isContinuation = text[at] === ' ' || text[at] === '\t';
    if (++number > MAX_LINES) refuseFile('has more than 100,000 lines');
    if (!isContinuation) {
      if (joined !== '') yield read(first, joined);
      first = number;
      joined = '';
    }
    const from = isContinuation ? at + 1 : at;
    const rest = text.slice(from, Math.min(end, from + MAX_LENGTH - joined.length));
    joined += rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    at = end + 1;
  }
  if (joined !== '') yield read(first, joined);
}

/** Its value follows the first colon outside of quotation marks. */
function read(line: number, text: string): ContentLine {
  let isQuoted = false;
  let nameEnds = text.length;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ';' && nameEnds === text.length) nameEnds = at;
    else if (letter === ':' && !isQuoted)
      return { line, name: text.slice(0, Math.min(nameEnds, at)).toUpperCase(), value: text.slice(at + 1) };
  }
  return { line, name: text.slice(0, nameEnds).toUpperCase(), value: '' };
}
