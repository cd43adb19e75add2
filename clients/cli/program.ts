import { Command } from 'commander';
import { runCommands, type Surroundings } from '../../cli/run-commands.ts';
import { mcpCommand } from './commands/mcp.ts';
import { syncCommand } from './commands/sync.ts';
import packageJson from './package.json' with { type: 'json' };

/** Runs a command line of integrators. Returns the exit code. */
export function runClient(args: readonly string[], own: Surroundings): Promise<number> {
  const program = new Command('lyceum-client')
    .description('What an integration of Lyceum needs no program of its own for.')
    .version(packageJson.version);
  return runCommands(
    (exitWith) => program.addCommand(mcpCommand(own)).addCommand(syncCommand(own, exitWith)),
    args,
    own.terminal,
  );
}
