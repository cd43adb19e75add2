import { remainingMs } from '../core/clock.ts';

/** A transaction did not begin within the time that its changes allow. */
export class BegunTooLate extends Error {
  constructor() {
    super('the transaction has begun too late');
  }
}

/** @param beginBy an instant of the machine's clock */
export function isTooLate(beginBy: number | undefined): boolean {
  return beginBy !== undefined && remainingMs(beginBy) <= 0;
}
