import { CommandFailure } from './failure.ts';
import { printable } from './terminal/printable.ts';

/** The failure of reading a file, in words for the person who named it. */
export function unreadable(name: string, error: NodeJS.ErrnoException): CommandFailure {
  return new CommandFailure(`${printable(name)} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};
