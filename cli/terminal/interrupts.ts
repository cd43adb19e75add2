import { describeFailure } from '../failure.ts';
import type { Terminal } from './terminal.ts';

let isLeftToChild = false;
let undo: () => Promise<unknown> = async () => undefined;

/**
 * Ends the program on Ctrl-C with one line and exit code 130, as shells do. Database transactions roll back; commands
 * can be repeated.
 */
export function endAtInterrupt(terminal: Terminal): void {
  process.on('SIGINT', () => {
    if (isLeftToChild) return;
    terminal.progress('');
    terminal.error(['Interrupted. You can repeat the command.']);
    undo()
      .catch((error: unknown) => terminal.error(describeFailure(error)))
      .finally(() => process.exit(INTERRUPTED));
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

/** Does work that has to be undone before Ctrl-C ends the program. */
export async function undoneAtInterrupt<T>(undoing: typeof undo, work: () => Promise<T>): Promise<T> {
  const before = undo;
  undo = undoing;
  try {
    return await work();
  } finally {
    undo = before;
  }
}

/** 128 plus the number of SIGINT. */
const INTERRUPTED = 130;
