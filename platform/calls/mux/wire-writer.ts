/**
 * Writes protobuf's wire format into a buffer that was made large enough. Lengths of nested messages and texts are written in four bytes,
 * whatever they are, so that nothing is measured before it is written.
 */
export class WireWriter {
  readonly #bytes: Buffer;
  #at = 0;

  /** @param size what will be written at most, in bytes */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  number(tag: number, value: number): void {
    this.#bytes[this.#at++] = tag;
    this.varint(value);
  }

  text(tag: number, text: string): void {
    const begin = this.open(tag);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
    this.close(begin);
  }

  block(tag: number, bytes: Uint8Array): void {
    this.#bytes[this.#at++] = tag;
    this.varint(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Begins a nested message; returns what `close` needs to end it. */
  open(tag: number): number {
    this.#bytes[this.#at++] = tag;
    this.#at += LENGTH_BYTES;
    return this.#at;
  }

  close(begin: number): void {
    const length = this.#at - begin;
    this.#bytes[begin - 4] = (length & 0x7f) | 0x80;
    this.#bytes[begin - 3] = ((length >>> 7) & 0x7f) | 0x80;
    this.#bytes[begin - 2] = ((length >>> 14) & 0x7f) | 0x80;
    this.#bytes[begin - 1] = length >>> 21;
  }

  varint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }
}

/** Enough for 256 MiB. */
const LENGTH_BYTES = 4;
