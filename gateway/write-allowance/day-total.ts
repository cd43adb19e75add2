import type { Cell, SharedCells } from '../../platform/events/nats/shared-cells.ts';

/**
 * The bytes that one client has written on one day, as this gateway knows them. After each step the gateway adds what it has counted to the
 * cell that all gateways share, and reads what the others have counted. This happens in the background, and nothing is sent between steps.
 */
export class DayTotal {
  readonly #cellKey: string;
  readonly #stepBytes: number;
  readonly #cells: SharedCells | undefined;
  /** The cell's value when it was last written. */
  #shared = 0;
  #own = 0;
  #isSharing = false;

  constructor(cellKey: string, stepBytes: number, cells: SharedCells | undefined) {
    this.#cellKey = cellKey;
    this.#stepBytes = stepBytes;
    this.#cells = cells;
  }

  get bytes(): number {
    return this.#shared + this.#own;
  }

  /** Adds bytes; what cannot be shared now is shared with the next ones. */
  async add(bytes: number): Promise<void> {
    this.#own += bytes;
    const cells = this.#cells;
    if (!cells || this.#isSharing) return;
    this.#isSharing = true;
    try {
      while (this.#own >= this.#stepBytes) await this.#share(cells);
    } catch {
      await cells.open().catch(() => undefined);
    }
    this.#isSharing = false;
  }

  async #share(cells: SharedCells): Promise<void> {
    for (;;) {
      const cell = await cells.read(this.#cellKey);
      const own = this.#own;
      // A cell with less than it had was lost when all NATS servers restarted.
      const total = Math.max(bytesOf(cell), this.#shared) + own;
      // A failed attempt means another gateway completed a step.
      if ((await cells.write(this.#cellKey, Buffer.from(String(total)), cell?.revision ?? 0)) === null) continue;
      this.#shared = total;
      this.#own -= own;
      return;
    }
  }
}

/** A cell is a hint: an invalid one counts as 0. */
function bytesOf(cell: Cell | null): number {
  const bytes = cell ? Number(utf8.decode(cell.value)) : 0;
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
}

const utf8 = new TextDecoder();
