import type { Answer } from './answer.ts';
import { ProblemError } from './errors.ts';

/**
 * Reads, and writes what follows from what was read, again from the start where somebody else was faster (412).
 * @param write is given what was read and the options that name it; where nothing is to be written it returns null
 * @param attempts how often to try at most
 * @returns the answer to the write, or null where nothing was written
 */
export async function change<T, W extends Answer<unknown> | null>(
  read: () => Promise<Answer<T>>,
  write: (current: T, options: { readonly ifMatch: string }) => Promise<W> | W,
  attempts = 5,
): Promise<W> {
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await read();
    if (etag === null) throw new TypeError('What is read to be changed has no ETag.');
    try {
      return await write(data, { ifMatch: etag });
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 412) || attempt >= attempts) throw error;
    }
  }
}
