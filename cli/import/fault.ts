import type { Fault } from '../../bundle/format/check-shape.ts';
import type { Refusal } from '../../platform/core/errors/refusal.ts';

export type { Fault };

/**
 * Thrown when a bundle has faults, with pointers into it: before anything is written, or when a service refuses a part
 * because of stored data.
 */
export class BundleFaults extends Error {
  readonly faults: readonly Fault[];

  constructor(message: string, faults: readonly Fault[], cause?: Refusal) {
    super(message, { cause });
    this.name = 'BundleFaults';
    this.faults = faults;
  }
}
