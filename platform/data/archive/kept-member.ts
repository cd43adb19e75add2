import { createHash } from 'node:crypto';
import type { Member } from './tar-member.ts';

/** Keeps a member in pieces of at most {@link CHUNK_BYTES}, each before the next. */
export async function keepMember(
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  keep: (piece: Buffer, position: number) => Promise<unknown>,
): Promise<Member> {
  const hash = createHash('sha256');
  let size = 0;
  let position = 0;
  let piece = Buffer.alloc(0);
  for await (const bytes of content) {
    hash.update(bytes);
    size += bytes.length;
    piece = Buffer.concat([piece, bytes]);
    for (; piece.length >= CHUNK_BYTES; piece = piece.subarray(CHUNK_BYTES))
      await keep(piece.subarray(0, CHUNK_BYTES), position++);
  }
  if (piece.length > 0) await keep(piece, position);
  return { name, size, sha256: hash.digest('hex') };
}

const CHUNK_BYTES = 256 * 1024;
