import { type Command, CommanderError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { commandTree } from './command-tree.ts';
import { Connection } from './connection.ts';
import { describeFailure, exitCodeOf } from './failure.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Runs a command line. Returns the exit code: 0, 2 after an error (printed on standard error), 1 after one that passes,
 * or the code that the command has set.
 */
export async function runCommandLine(
  args: readonly string[],
  { terminal, environment }: Pick<CliContext, 'terminal' | 'environment'>,
): Promise<number> {
  let exitCode = 0;
  const context: CliContext = {
    terminal,
    environment,
    exitWith(code) {
      exitCode = code;
    },
    async connected(work) {
      const connection = new Connection(environment);
      try {
        return await work(connection);
      } finally {
        connection.close();
      }
    },
  };
  try {
    await settle(commandTree(context), terminal).parseAsync(args, { from: 'user' });
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
