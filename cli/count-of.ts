import { CommandFailure } from './failure.ts';

/** The positive number that an option has. */
export function countOf(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandFailure(`${option} must be a positive integer.`);
}
