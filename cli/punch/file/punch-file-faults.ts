import type { Fault } from '../../import/fault.ts';
import { printable } from '../../terminal/printable.ts';

/** Thrown for a punch file with faults; nothing is sent. */
export class PunchFileFaults extends Error {
  /** The first faults, each with its line and column. */
  readonly faults: readonly Fault[];

  /** @param total the number of all faults, including those not in `faults` */
  constructor(path: string, faults: readonly Fault[], total: number) {
    const shown = faults.length < total ? ` (the first ${faults.length} are shown)` : '';
    super(`${printable(path)} has ${total === 1 ? 'a fault' : `${total} faults`}${shown}; nothing was sent.`);
    this.name = 'PunchFileFaults';
    this.faults = faults;
  }
}

/** A fault at a position of a punch file. */
export function faultAt(line: number, column: string | null, message: string): Fault {
  return { pointer: column === null ? `line ${line}` : `line ${line}, column ${column}`, message };
}
