/**
 * Thrown when the compiled codec gives up and the library takes over. Not an Error: its stack would cost more than the
 * work.
 */
export const NOT_COMPILED = Symbol('not compiled');

/**
 * The output of compiled encoders. Gives up on values that the field's type cannot represent. One instance is shared by
 * all messages: encoding is synchronous, and the bytes are copied at the end.
 */
export class Output {
  #bytes = Buffer.allocUnsafe(RETAINED_BYTES);
  #at = 0;

  /** Everything written since the last call, in a new buffer. */
  take(): Buffer {
    const taken = Buffer.allocUnsafe(this.#at);
    this.#bytes.copy(taken, 0, 0, this.#at);
    this.clear();
    return taken;
  }

  /** Discards the written bytes; does not keep a buffer that a large message has enlarged. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length > RETAINED_BYTES) this.#bytes = Buffer.allocUnsafe(RETAINED_BYTES);
  }

  tag(tag: number): void {
    this.#reserve(VARINT_BYTES);
    this.#varint(tag);
  }

  string(value: unknown): void {
    if (typeof value !== 'string') throw NOT_COMPILED;
    const { length } = value;
    this.#reserve(length * BYTES_PER_UNIT + VARINT_BYTES);
    if (length < SHORT && this.#ascii(value, length)) return;
    // ASCII needs one byte per unit, so this guess of the length's size is mostly right.
    const prefix = varintBytes(length);
    const begin = this.#at;
    const written = this.#bytes.write(value, begin + prefix, 'utf8');
    this.#at = begin + prefix + written;
    this.close(begin, prefix);
  }

  bytes(value: unknown): void {
    if (!(value instanceof Uint8Array)) throw NOT_COMPILED;
    this.#reserve(value.length + VARINT_BYTES);
    this.#varint(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  bool(value: unknown): void {
    if (value !== true && value !== false) throw NOT_COMPILED;
    this.#reserve(1);
    this.#bytes[this.#at++] = value ? 1 : 0;
  }

  int32(value: unknown): void {
    if ((value as number) >> 0 !== value) throw NOT_COMPILED;
    this.#reserve(2 * VARINT_BYTES);
    if (value >= 0) {
      this.#varint(value);
      return;
    }
    // Negative numbers are written as 64 bits.
    for (let shift = 0; shift < 63; shift += 7)
      this.#bytes[this.#at++] = ((value >> Math.min(shift, 31)) & 0x7f) | 0x80;
    this.#bytes[this.#at++] = 1;
  }

  uint32(value: unknown): void {
    if ((value as number) >>> 0 !== value) throw NOT_COMPILED;
    this.#reserve(VARINT_BYTES);
    this.#varint(value);
  }

  int64(value: unknown): void {
    if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) throw NOT_COMPILED;
    this.#reserve(2 * VARINT_BYTES);
    let rest = BigInt.asUintN(64, value);
    for (; rest > 0x7fn; rest >>= 7n) this.#bytes[this.#at++] = Number(rest & 0x7fn) | 0x80;
    this.#bytes[this.#at++] = Number(rest);
  }

  double(value: unknown): void {
    if (typeof value !== 'number') throw NOT_COMPILED;
    this.#reserve(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /**
   * Starts a length-delimited value; returns the argument for `close`.
   * @param prefix the guessed size of the length in bytes; a wrong guess costs a move of the value's bytes
   */
  open(prefix: number): number {
    this.#reserve(VARINT_BYTES);
    const begin = this.#at;
    this.#at += prefix;
    return begin;
  }

  /**
   * Writes the length of a value into the space reserved for it. Returns its size in bytes: the guess for the next
   * value of this kind.
   */
  close(begin: number, reserved: number): number {
    const length = this.#at - begin - reserved;
    const needed = varintBytes(length);
    if (needed !== reserved) {
      this.#reserve(VARINT_BYTES);
      this.#bytes.copyWithin(begin + needed, begin + reserved, this.#at);
    }
    this.#at = begin;
    this.#varint(length);
    this.#at += length;
    return needed;
  }

  /** Writes a short ASCII string with its length; for any other string writes nothing and returns false. */
  #ascii(value: string, length: number): boolean {
    const bytes = this.#bytes;
    const begin = this.#at + 1;
    for (let index = 0; index < length; index++) {
      const unit = value.charCodeAt(index);
      if (unit > 0x7f) return false;
      bytes[begin + index] = unit;
    }
    bytes[this.#at] = length;
    this.#at = begin + length;
    return true;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + bytes));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }
}

function varintBytes(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x20_0000) return 3;
  return value < 0x1000_0000 ? 4 : 5;
}

const RETAINED_BYTES = 1024 * 1024;
/** The most bytes of UTF-8 per UTF-16 unit. */
const BYTES_PER_UNIT = 3;
/** The most bytes of a 32-bit number. */
const VARINT_BYTES = 5;
/**
 * Strings with fewer units are written unit by unit, which costs less than a native call; their length takes one byte.
 */
const SHORT = 64;
