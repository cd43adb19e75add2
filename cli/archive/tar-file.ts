import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import {
  decodeHeaders,
  END,
  encodeHeaders,
  HEADER_BYTES,
  type Member,
  paddingOf,
} from '../../platform/data/archive/tar-member.ts';
import { CommandFailure } from '../failure.ts';

/** A tar that is written member by member. What is after {@link end} does not count. */
export class TarWriter {
  readonly #file: FileHandle;
  #end: number;

  /** @param end where the next member begins: 0, or the {@link end} of what was written before */
  constructor(file: FileHandle, end: number) {
    this.#file = file;
    this.#end = end;
  }

  get end(): number {
    return this.#end;
  }

  /** Adds a member. Its headers are written last: its size and its digest are known only then. */
  async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Member> {
    const hash = createHash('sha256');
    const start = this.#end + HEADER_BYTES;
    let size = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      await this.#write(chunk, start + size);
      size += chunk.length;
    }
    const member = { name, size, sha256: hash.digest('hex') };
    await this.#write(Buffer.alloc(paddingOf(size)), start + size);
    await this.#write(encodeHeaders(member), this.#end);
    this.#end = start + size + paddingOf(size);
    return member;
  }

  /** Ends the archive. */
  async finish(): Promise<void> {
    await this.#write(END, this.#end);
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; )
        done += (await this.#file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
    } catch (error) {
      throw new CommandFailure(`The archive cannot be written: ${(error as Error).message}`);
    }
  }
}

/** An archive that is damaged or incomplete, or is none. */
export class Damage extends CommandFailure {
  override name = 'Damage';

  constructor(what: string) {
    super(`The archive is damaged or incomplete: ${what}.`);
  }
}

/** A member. Its content, if it is read, must be read to its end before the next one. */
export interface ReadMember extends Member {
  readonly content: AsyncIterable<Buffer>;
}

/** The members of a tar that {@link TarWriter} has written. Throws {@link Damage} where one byte is not as it was. */
export async function* readTar(file: FileHandle): AsyncGenerator<ReadMember> {
  let position = 0;
  let last = '';
  const take = async (length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    position += bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  while (true) {
    const headers = await take(HEADER_BYTES);
    if (headers.equals(END)) return;
    const member = headers.length === HEADER_BYTES ? decodeHeaders(headers) : undefined;
    if (!member)
      throw new Damage(last ? `what follows ${last} is damaged or missing` : 'it does not begin as one of Lyceum');
    const { name, size, sha256 } = member;
    last = name;
    const next = position + size + paddingOf(size);
    yield { ...member, content: contentOf() };
    position = next;

    async function* contentOf(): AsyncGenerator<Buffer> {
      const hash = createHash('sha256');
      for (let rest = size; rest > 0; ) {
        const chunk = await take(Math.min(rest, CHUNK_BYTES));
        if (chunk.length === 0) throw new Damage(`${name} is incomplete`);
        rest -= chunk.length;
        hash.update(chunk);
        yield chunk;
      }
      const padding = await take(paddingOf(size));
      if (hash.digest('hex') !== sha256 || padding.length < paddingOf(size) || padding.some((byte) => byte !== 0))
        throw new Damage(`${name} is damaged`);
    }
  }
}

const CHUNK_BYTES = 256 * 1024;
