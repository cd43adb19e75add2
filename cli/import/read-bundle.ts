import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandFailure } from '../failure.ts';
import { printable } from '../terminal/printable.ts';

/** Reads a JSON document from a file, or from standard input (`-`). Throws a CommandFailure for what cannot be read or is not JSON. */
export async function readBundle(file: string, stdin: NodeJS.ReadableStream): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : printable(file);
  const bytes = await (file === '-' ? buffer(stdin) : readFile(file)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${name} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailure(`${name} is not JSON: ${printable(error.message)}.`);
    if (error instanceof TypeError) throw new CommandFailure(`${name} is not UTF-8.`);
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};
