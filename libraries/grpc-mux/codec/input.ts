import { NOT_COMPILED } from './output.ts';

/**
 * The input of compiled decoders. Gives up on invalid or unusual encodings. Reads beyond the end return nothing; the
 * decoder detects them, because the message then does not end at the right `at`.
 */
export class Input {
  readonly #bytes: Buffer;
  /** The next position to read. */
  at = 0;
  #window = '';
  #windowBegin = 0;
  #windowEnd = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** A tag in its usual encoding, of a field number below 2,048. */
  tag(): number {
    const first = this.#bytes[this.at++] as number;
    if (first < 0x80) return first;
    const second = this.#bytes[this.at++] as number;
    if (second < 0x80) return (second << 7) | (first & 0x7f);
    throw NOT_COMPILED;
  }

  uint32(): number {
    const first = this.#bytes[this.at++] as number;
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let shift = 7; shift < MOST_BITS; shift += 7) {
      const byte = this.#bytes[this.at++] as number;
      // Bits beyond the 32nd are dropped, as the format requires.
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw NOT_COMPILED;
  }

  int32(): number {
    return this.uint32() | 0;
  }

  int64(): bigint {
    let value = 0n;
    for (let shift = 0; shift < MOST_BITS; shift += 7) {
      const byte = this.#bytes[this.at++] as number;
      value |= BigInt(byte & 0x7f) << BigInt(shift);
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw NOT_COMPILED;
  }

  bool(): boolean {
    const byte = this.#bytes[this.at++] as number;
    if (byte > 1) throw NOT_COMPILED;
    return byte === 1;
  }

  double(): number {
    const begin = this.at;
    this.at += 8;
    return this.#bytes.readDoubleLE(begin);
  }

  bytes(): Buffer {
    const end = this.end(this.#bytes.length);
    const begin = this.at;
    this.at = end;
    return this.#bytes.subarray(begin, end);
  }

  string(): string {
    const end = this.end(this.#bytes.length);
    const begin = this.at;
    this.at = end;
    if (end - begin > CUT_BYTES) return recentText(this.#bytes, begin, end);
    return this.#isAscii(begin, end) ? this.#cut(begin, end) : textOf(this.#bytes, begin, end);
  }

  /** Reads the length of the next value; returns its end, which must be within the enclosing value. */
  end(outer: number): number {
    const length = this.uint32();
    const end = this.at + length;
    if (end > outer) throw NOT_COMPILED;
    return end;
  }

  #isAscii(begin: number, end: number): boolean {
    const bytes = this.#bytes;
    for (let index = begin; index < end; index++) if ((bytes[index] as number) > 0x7f) return false;
    return true;
  }

  /**
   * An ASCII string, cut from one string made of many bytes: 23 ns for a string of a page, where a separate one takes
   * 60 to 110.
   */
  #cut(begin: number, end: number): string {
    if (end > this.#windowEnd) {
      this.#windowBegin = begin;
      this.#windowEnd = Math.min(begin + WINDOW_BYTES, this.#bytes.length);
      this.#window = this.#bytes.toString('latin1', begin, this.#windowEnd);
    }
    return this.#window.substring(begin - this.#windowBegin, end - this.#windowBegin);
  }
}

/**
 * A long string that is often the same as an earlier one: every call of a client has its token. Comparing bytes and
 * reusing a string that has been looked up before cost less than creating the string and looking it up.
 */
function recentText(bytes: Buffer, begin: number, end: number): string {
  const slot = (((bytes[end - 2] as number) & 0x3f) << 6) | ((bytes[end - 3] as number) & 0x3f);
  const recent = RECENT[slot];
  if (recent && bytes.compare(recent.bytes, 0, recent.bytes.length, begin, end) === 0) return recent.text;
  const text = textOf(bytes, begin, end);
  if (end - begin <= RECENT_BYTES) RECENT[slot] = { bytes: Buffer.from(bytes.subarray(begin, end)), text };
  return text;
}

function textOf(bytes: Buffer, begin: number, end: number): string {
  const text = bytes.toString('utf8', begin, end);
  // The text contains this character, or the bytes are invalid UTF-8.
  if (text.includes('\uFFFD')) throw NOT_COMPILED;
  return text;
}

interface Recent {
  readonly bytes: Buffer;
  readonly text: string;
}

/** Indexed by the most variable characters at the end of a signature; the last character of base64 has few values. */
const RECENT = new Array<Recent | undefined>(4_096);
const RECENT_BYTES = 1_024;
/** 64-bit numbers take ten bytes. */
const MOST_BITS = 70;
/** V8 keeps the whole string from which another was cut: a cached string, such as an id, retains at most this much. */
const WINDOW_BYTES = 8 * 1024;
/** Longer strings are created separately, including tokens, which are cached. */
const CUT_BYTES = 128;
