import { isUuid } from '../../platform/core/ids.ts';
import { CommandFailure } from '../failure.ts';

/** The id of an event that a person typed. */
export function eventIdOf(text: string | undefined): string | undefined {
  if (text === undefined || isUuid(text)) return text;
  throw new CommandFailure(`"${text}" is not the id of an event; "lyceum events dead-letters" shows them.`);
}
