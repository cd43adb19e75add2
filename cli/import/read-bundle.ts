import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandFailure } from '../failure.ts';
import { printable } from '../terminal/printable.ts';
import { unreadable } from '../unreadable.ts';

/**
 * Reads a JSON document from a file, or from standard input (`-`). Throws a CommandFailure if it cannot be read or is
 * not JSON.
 */
export async function readBundle(file: string, stdin: NodeJS.ReadableStream): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : printable(file);
  const bytes = await (file === '-' ? buffer(stdin) : readFile(file)).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(name, error);
  });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailure(`${name} is not JSON: ${printable(error.message)}.`);
    if (error instanceof TypeError) throw new CommandFailure(`${name} is not UTF-8.`);
    throw error;
  }
}
