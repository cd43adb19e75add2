import { isUuid } from '../../platform/core/ids.ts';
import { CommandFailure } from '../failure.ts';

/** Checks an event id from the command line. */
export function eventIdOf(text: string | undefined): string | undefined {
  if (text === undefined || isUuid(text)) return text;
  throw new CommandFailure(`"${text}" is not an event id; "lyceum events dead-letters" lists them.`);
}
