/** Small values shared by all processes of a kind, changed by compare-and-set. */
export interface SharedCells {
  /**
   * Checks that cells can be read and written. Like the other methods, throws if that takes too long. Returns the
   * instant of the store's clock, in epoch milliseconds.
   */
  open(): Promise<number>;
  /** Null for a cell that was never written, or whose value has expired. */
  read(key: string): Promise<Cell | null>;
  /**
   * Writes a cell if it has the given revision, 0 for a missing one. Returns the new revision, or null if another
   * process has written in the meantime. After an error it is unknown whether the cell was written.
   */
  write(key: string, value: Uint8Array, revision: number): Promise<number | null>;
}

export interface Cell {
  readonly value: Uint8Array;
  readonly revision: number;
}
