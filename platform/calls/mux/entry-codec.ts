import type { Entry } from './frames.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** Writes entries of a call's or a reply's metadata. */
export function writeEntries(writer: WireWriter, tag: number, entries: readonly Entry[]): void {
  for (const [name, value] of entries) {
    const begin = writer.open(tag);
    writer.text(NAME, name);
    writer.text(VALUE, value);
    writer.close(begin);
  }
}

/** Reads one entry. */
export function readEntry(reader: WireReader): Entry {
  let name = '';
  let value = '';
  const outer = reader.enter();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === NAME) name = reader.text();
    else if (tag === VALUE) value = reader.text();
    else reader.skip(tag);
  }
  reader.leave(outer);
  return [name, value];
}

// Field numbers with their wire types.
const NAME = (1 << 3) | 2;
const VALUE = (2 << 3) | 2;
