import { commandTree } from './command-tree.ts';
import { Connection } from './connection.ts';
import { runCommands, type Surroundings } from './run-commands.ts';

/** Runs a command line of operators. Returns the exit code. */
export function runCommandLine(args: readonly string[], { terminal, environment }: Surroundings): Promise<number> {
  async function connected<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = new Connection(environment);
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  }
  return runCommands((exitWith) => commandTree({ terminal, environment, exitWith, connected }), args, terminal);
}
