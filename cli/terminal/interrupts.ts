import type { Terminal } from './terminal.ts';

let isLeftToChild = false;

/** Ends the program at Ctrl-C with 130, as shells do, and one line; what it was doing is undone by the database, or is there and found again. */
export function endAtInterrupt(terminal: Terminal): void {
  process.on('SIGINT', () => {
    if (isLeftToChild) return;
    terminal.progress('');
    terminal.error(['Interrupted. The command can be repeated.']);
    process.exit(INTERRUPTED);
  });
}

/** While a program that was started at the same terminal runs, Ctrl-C is for that program to answer. */
export async function leavingInterruptsToChild<T>(work: () => Promise<T>): Promise<T> {
  isLeftToChild = true;
  try {
    return await work();
  } finally {
    isLeftToChild = false;
  }
}

/** 128 and the number of SIGINT. */
const INTERRUPTED = 130;
