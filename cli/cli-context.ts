import type { Connection } from './connection.ts';
import type { Surroundings } from './run-commands.ts';

/** What every command receives. */
export interface CliContext extends Surroundings {
  /** Sets the exit code of a command that ran to its end, but found something wrong. */
  exitWith(code: number): void;
  /** Runs the command with a connection to the services, and closes the connection afterwards. */
  connected<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}
