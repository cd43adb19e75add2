/** Reads protobuf's wire format. Throws a RangeError where the bytes end too early, and for what no field can be. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;
  #end: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#end = bytes.length;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** The tag of the next field of the message that is read; 0 at its end. */
  tag(): number {
    return this.isAtEnd ? 0 : this.uint32();
  }

  uint32(): number {
    let value = 0;
    for (let shift = 0; shift < MOST_BITS; shift += 7) {
      const byte = this.#byte();
      // Bits beyond the 32nd are dropped, as the format wants it.
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError('a number does not end');
  }

  text(): string {
    const begin = this.#at;
    return this.#bytes.toString('utf8', begin + this.#skipLengthOf(begin), this.#at);
  }

  block(): Buffer {
    const begin = this.#at;
    return this.#bytes.subarray(begin + this.#skipLengthOf(begin), this.#at);
  }

  /** Goes into a nested message; returns what `leave` needs to come out at its end. */
  enter(): number {
    const length = this.uint32();
    const outer = this.#end;
    if (this.#at + length > outer) throw new RangeError('a message does not end');
    this.#end = this.#at + length;
    return outer;
  }

  leave(outer: number): void {
    this.#end = outer;
  }

  /** Passes over a field that is not known here. */
  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.uint32();
        return;
      case 1:
        this.#move(8);
        return;
      case 2:
        this.#move(this.uint32());
        return;
      case 5:
        this.#move(4);
        return;
      default:
        throw new RangeError('there is no such type of field');
    }
  }

  /** Passes over a length and what it says; returns how many bytes the length itself took. */
  #skipLengthOf(begin: number): number {
    const length = this.uint32();
    const head = this.#at - begin;
    this.#move(length);
    return head;
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new RangeError('a field does not end');
    return this.#bytes[this.#at++] as number;
  }

  #move(bytes: number): void {
    if (this.#at + bytes > this.#end) throw new RangeError('a field does not end');
    this.#at += bytes;
  }
}

/** Numbers of 64 bits take ten bytes. */
const MOST_BITS = 70;
