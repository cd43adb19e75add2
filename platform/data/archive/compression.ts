import { createHash } from 'node:crypto';
import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';

/** Lines that are on their way into a member, or out of it: their number and digest, as far as they were read. */
export class CountedLines {
  readonly #hash = createHash('sha256');
  rows = 0;

  add(lines: readonly string[]): Buffer {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    this.#hash.update(bytes);
    this.rows += lines.length;
    return bytes;
  }

  /** The SHA-256 of all of them, in hexadecimal. Nothing can be added afterwards. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Compresses lines by Zstandard (RFC 8878). */
export function compressed(lines: AsyncIterable<readonly string[]>, counted: CountedLines): AsyncIterable<Buffer> {
  const bytes = async function* () {
    for await (const some of lines) yield counted.add(some);
  };
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  return through(bytes(), compress);
}

/** What a stream makes of bytes. A failure on either side reaches whoever reads. */
export function through(bytes: AsyncIterable<Buffer>, stream: Transform): AsyncIterable<Buffer> {
  return pipeline(Readable.from(bytes, { objectMode: false }), stream, () => undefined);
}
