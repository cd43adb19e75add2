import type { Answer } from './answer.ts';
import { ProblemError } from './errors.ts';

/**
 * Reads a resource and writes a change based on it. Starts over if another client has changed the resource in the
 * meantime (412).
 * @param write receives the resource and the options with its ETag; returns null if there is nothing to write
 * @param attempts maximum number of attempts
 * @returns the response to the write, or null if nothing was written
 */
export async function change<T, W extends Answer<unknown> | null>(
  read: () => Promise<Answer<T>>,
  write: (current: T, options: { readonly ifMatch: string }) => Promise<W> | W,
  attempts = 5,
): Promise<W> {
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await read();
    if (etag === null) throw new TypeError('The resource to change has no ETag.');
    try {
      return await write(data, { ifMatch: etag });
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 412) || attempt >= attempts) throw error;
    }
  }
}
