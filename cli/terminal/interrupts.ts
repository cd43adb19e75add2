import type { Terminal } from './terminal.ts';

let isLeftToChild = false;

/**
 * Ends the program on Ctrl-C with one line and exit code 130, as shells do. Database transactions roll back; commands
 * can be repeated.
 */
export function endAtInterrupt(terminal: Terminal): void {
  process.on('SIGINT', () => {
    if (isLeftToChild) return;
    terminal.progress('');
    terminal.error(['Interrupted. You can repeat the command.']);
    process.exit(INTERRUPTED);
  });
}

/** While a child process runs on the same terminal, leaves Ctrl-C to that process. */
export async function leavingInterruptsToChild<T>(work: () => Promise<T>): Promise<T> {
  isLeftToChild = true;
  try {
    return await work();
  } finally {
    isLeftToChild = false;
  }
}

/** 128 plus the number of SIGINT. */
const INTERRUPTED = 130;
