import type { SharedCells } from '../../platform/events/nats/shared-cells.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { Generations } from '../rate-limit/rate-limit-store.ts';
import { DayTotal } from './day-total.ts';

export interface WriteAllowanceOptions {
  /** What a client may write in a day (UTC), in bytes; 0 for as much as he likes. */
  readonly bytesPerDay: number;
  /** Where gateways put their counts together; by default each counts on its own. */
  readonly cells?: SharedCells | undefined;
  readonly log: Logger;
}

/**
 * What each client writes in a day, counted in the bytes that services send to their databases for him, and bounded. The bound is a soft one: what is
 * under way when it is reached is done, and of several gateways each may be a 256th of it behind the others.
 */
export class WriteAllowance {
  readonly #options: WriteAllowanceOptions;
  readonly #totals: Generations<{ readonly total: DayTotal; isLogged: boolean }>;
  #bytesWritten = 0;
  #refusals = 0;

  constructor(options: WriteAllowanceOptions) {
    this.#options = options;
    const stepBytes = Math.ceil(options.bytesPerDay / STEPS);
    this.#totals = new Generations(DAY_MS, (key) => ({
      total: new DayTotal(key, stepBytes, options.cells),
      isLogged: false,
    }));
  }

  /** What all clients have written since the start, in bytes; a measure, as the next one. */
  get bytesWritten(): number {
    return this.#bytesWritten;
  }

  /** How many writes were refused since the start. */
  get refusals(): number {
    return this.#refusals;
  }

  get bytesPerDay(): number {
    return this.#options.bytesPerDay;
  }

  /** Counts what a write of the client has written. Never throws. @param now epoch milliseconds */
  spend(client: string, bytes: number, now: number): void {
    this.#bytesWritten += bytes;
    if (this.bytesPerDay > 0 && bytes > 0) void this.#of(client, now).total.add(bytes);
  }

  /** The whole seconds until the client may write again, at least 1; undefined when he may now. @param now epoch milliseconds */
  refuse(client: string, now: number): number | undefined {
    if (this.bytesPerDay === 0) return undefined;
    const spent = this.#of(client, now);
    if (spent.total.bytes < this.bytesPerDay) return undefined;
    this.#refusals++;
    if (!spent.isLogged) {
      spent.isLogged = true;
      const [institutionId, integrationId] = client.split('/');
      const { bytes } = spent.total;
      this.#options.log.warn({ institutionId, integrationId, bytes }, 'an integration has spent its writes of the day');
    }
    return Math.max(1, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
  }

  #of(client: string, now: number) {
    const day = Math.floor(now / DAY_MS);
    return this.#totals.of(`${day}/${client}`, now);
  }
}

/** How much a client may write in a day where nothing else is said, in bytes. */
export const DEFAULT_BYTES_PER_DAY = 1024 * 1024 * 1024;

/** After each part of the allowance a gateway shares what it has counted. */
const STEPS = 256;
const DAY_MS = 24 * 60 * 60 * 1000;
