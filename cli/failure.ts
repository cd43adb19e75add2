import { ConfigError } from '../platform/core/config/config.ts';
import { Refusal } from '../platform/core/errors/refusal.ts';
import { StartError } from '../platform/core/start-error.ts';
import { BundleFaults, type Fault } from './import/fault.ts';
import { printable } from './terminal/printable.ts';

/** A command failed for an expected reason; the message is printed for the user. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/** The command cannot be done at present, although nothing is wrong with it. */
export class TryAgainLater extends CommandFailure {}

/** The exit code after a failure. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof TryAgainLater || isStandstill(error) ? 1 : 2;
}

function isStandstill(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'INSTITUTION_FROZEN';
}

/** The lines printed on standard error after a failure. */
export function describeFailure(error: unknown): string[] {
  if (error instanceof BundleFaults) return [...error.faults.map(describeFault), `error: ${error.message}`];
  if (isStandstill(error))
    return [`error: institution_frozen: ${error.message} Until: ${error.extensions.until ?? 'it is thawed'}.`];
  if (error instanceof Refusal) return [...error.violations.map(describeFault), `error: ${error.message}`];
  if (error instanceof CommandFailure || error instanceof ConfigError || error instanceof StartError)
    return [`error: ${error.message}`];
  return [`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

function describeFault({ pointer, message }: Fault): string {
  return printable(`${pointer}: ${message}`);
}
