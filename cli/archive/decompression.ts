import { createZstdDecompress } from 'node:zlib';
import { through } from '../../platform/data/archive/compression.ts';
import { Damage } from './tar-file.ts';

/** The lines of a member, some at a time. */
export async function* decompressed(content: AsyncIterable<Buffer>, name: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of through(content, createZstdDecompress())) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length < TOGETHER) continue;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
    }
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  } catch (error) {
    if (error instanceof Error && 'errno' in error && !(error instanceof Damage))
      throw new Damage(`${name} is damaged`);
    throw error;
  }
  if (text !== '') throw new Damage(`${name} is damaged`);
}

/** How many characters of lines are read at once. */
const TOGETHER = 1024 * 1024;
