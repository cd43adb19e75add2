import { type Command, CommanderError } from 'commander';
import { type Environment, processEnvironment } from '../platform/core/config/config.ts';
import { describeFailure, exitCodeOf } from './failure.ts';
import { endAtInterrupt } from './terminal/interrupts.ts';
import { Terminal } from './terminal/terminal.ts';

/** What a command line works with. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly environment: Environment;
}

/** Runs the command line of this process, and ends it with the exit code. */
export async function runProcess(run: (args: readonly string[], own: Surroundings) => Promise<number>): Promise<void> {
  // When the reader closes the pipe, as `head` does, end the command silently.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });
  const environment = processEnvironment();
  const terminal = new Terminal(process, environment);
  endAtInterrupt(terminal);
  process.exitCode = await run(process.argv.slice(2), { terminal, environment });
}

/**
 * Runs the command of a tree that a command line names. Returns the exit code: 0, 2 after an error (printed on standard
 * error), 1 after one that passes, or the code that the command has set.
 */
export async function runCommands(
  treeOf: (exitWith: (code: number) => void) => Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  let exitCode = 0;
  try {
    const tree = treeOf((code) => {
      exitCode = code;
    });
    await settle(tree, terminal).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : FAILED;
    terminal.error(describeFailure(error));
    return exitCodeOf(error);
  }
}

const FAILED = 2;

/** Settings of every command: throw where commander would end the process, and write to the given terminal. */
function settle(command: Command, terminal: Terminal): Command {
  command
    .exitOverride()
    .configureHelp({ helpWidth: 80, subcommandTerm: (child) => child.name() })
    .showHelpAfterError('(use --help for more)')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.error([text.trimEnd()]),
      outputError: (text, write) => write(text),
    });
  for (const child of command.commands) settle(child, terminal);
  return command;
}
