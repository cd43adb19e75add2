import { createHash } from 'node:crypto';

/** What stands before the content of a member. */
export interface Member {
  /** 100 bytes at most. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

const BLOCK = 512;

/** The bytes before each member's content: its digest in a header of its own (POSIX pax), and the header. */
export const HEADER_BYTES = 3 * BLOCK;
/** The end of an archive. */
export const END = Buffer.alloc(2 * BLOCK);

/** How many zeros follow a content of this size. */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/**
 * The headers of a member, which no tar needs to know to unpack it. As many bytes for any member, so that they can be
 * written when its content has been.
 */
export function encodeHeaders({ name, size, sha256 }: Member): Buffer {
  const records = Buffer.from(record('comment', sha256) + record('size', `${size}`));
  const data = Buffer.concat([records], BLOCK);
  return Buffer.concat([
    header(`${name.slice(0, 90)}.sha256`, records.length, 'x'),
    data,
    header(name, size % 8 ** 11, '0'),
  ]);
}

/** The member that these headers announce; undefined if {@link encodeHeaders} made no such bytes. */
export function decodeHeaders(bytes: Buffer): Member | undefined {
  const [, sha256, size] = /comment=([0-9a-f]{64})\n\d+ size=(\d+)\n/.exec(bytes.toString('latin1', BLOCK)) ?? [];
  if (sha256 === undefined) return undefined;
  const [name = ''] = bytes.toString('utf8', 2 * BLOCK, 2 * BLOCK + NAME_BYTES).split('\0');
  const member = { name, size: Number(size), sha256 };
  return encodeHeaders(member).equals(bytes) ? member : undefined;
}

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const NAME_BYTES = 100;

/** A record of pax: its own length in bytes, in decimal, then the value. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = rest.length + `${rest.length}`.length;
  return `${rest.length + `${length}`.length}${rest}`;
}

/**
 * A header of ustar: owned by nobody in particular; for its owner alone, and without a time, unless these are given.
 * @param mtime in seconds since 1970
 */
export function header(name: string, size: number, type: string, { mode = 0o600, mtime = 0 } = {}): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  const numbers = [octal(mode, 7), octal(0, 7), octal(0, 7), octal(size, 11), octal(mtime, 11)];
  block.write(name, 'utf8');
  block.write(`${numbers.join('\0')}\0${' '.repeat(8)}${type}`, NAME_BYTES, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
    'latin1',
  );
  return block;
}
