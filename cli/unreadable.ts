import { CommandFailure } from './failure.ts';
import { printable } from './terminal/printable.ts';

/** A message for the user about a file that cannot be read. */
export function unreadable(name: string, error: NodeJS.ErrnoException): CommandFailure {
  return new CommandFailure(`${printable(name)} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};
