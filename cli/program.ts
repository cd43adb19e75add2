import { type Command, CommanderError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { commandTree } from './command-tree.ts';
import { Connection } from './connection.ts';
import { describeFailure } from './failure.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Runs a command line; returns the exit code: 0, or 2 after an error, whose words are on standard error, or what the command says. */
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
    return FAILED;
  }
}

const FAILED = 2;

/** What every command does alike: it throws where commander would end the process, and writes to the terminal given. */
function settle(command: Command, terminal: Terminal): Command {
  command
    .exitOverride()
    .configureHelp({ helpWidth: 80, subcommandTerm: (child) => child.name() })
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.error([text.trimEnd()]),
      outputError: (text, write) => write(text),
    });
  for (const child of command.commands) settle(child, terminal);
  return command;
}
