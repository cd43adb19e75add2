import type { Environment } from '../platform/core/config/config.ts';
import type { Connection } from './connection.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What a command stands on. */
export interface CliContext {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Sets the exit code of a command that has done its work, and not all of it well. */
  exitWith(code: number): void;
  /** Gives the command its way to the services, and ends it after. */
  connected<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}
