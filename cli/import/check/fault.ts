/** A fault of a bundle and its location. */
export interface Fault {
  /** RFC 6901 pointer into the bundle; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
}

/** Thrown when a bundle to import has faults; nothing is written. */
export class BundleFaults extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`The bundle has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}; nothing was imported.`);
    this.name = 'BundleFaults';
    this.faults = faults;
  }
}
