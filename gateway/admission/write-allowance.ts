import { Generations } from '../../libraries/sliding-window/index.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import type { Logger } from '../../platform/observability/log.ts';

interface WriteAllowanceOptions {
  /** The bytes that a client may write in a day (UTC); 0 disables the limit. */
  readonly bytesPerDay: number;
  /** Whether it is the allowance of dry runs, whose bytes are rolled back. */
  readonly isOfDryRuns?: boolean;
  readonly log: Logger;
}

/**
 * Limits how much each client writes in a day, or tries in dry runs, counted in the bytes that services send to their
 * databases for it. The limit is soft: writes in flight when it is reached are completed, and each gateway counts on
 * its own, from its start.
 */
export class WriteAllowance {
  readonly #options: WriteAllowanceOptions;
  readonly #spent = new Generations(DAY_MS, () => ({ bytes: 0, isLogged: false }));
  #bytesWritten = 0;
  #refusals = 0;

  constructor(options: WriteAllowanceOptions) {
    this.#options = options;
  }

  /** Metric: the bytes that all clients have written since the start. */
  get bytesWritten(): number {
    return this.#bytesWritten;
  }

  /** Metric: how many writes were rejected since the start. */
  get refusals(): number {
    return this.#refusals;
  }

  get isOfDryRuns(): boolean {
    return this.#options.isOfDryRuns === true;
  }

  get bytesPerDay(): number {
    return this.#options.bytesPerDay;
  }

  /** Counts the bytes of a write of the client. Never throws. @param now epoch milliseconds */
  spend(client: string, bytes: number, now: number): void {
    this.#bytesWritten += bytes;
    this.#of(client, now).bytes += bytes;
  }

  /**
   * The whole seconds until the client may write again, at least 1; undefined when it may write now.
   * @param now epoch milliseconds
   */
  refuse(client: string, now: number): number | undefined {
    if (this.bytesPerDay === 0) return undefined;
    const spent = this.#of(client, now);
    if (spent.bytes < this.bytesPerDay) return undefined;
    this.#refusals++;
    if (!spent.isLogged) {
      spent.isLogged = true;
      const [institutionId, integrationId] = client.split('/');
      const { bytes } = spent;
      this.#options.log.warn(
        { institutionId, integrationId, bytes },
        this.isOfDryRuns
          ? 'an integration has used up its daily allowance of dry runs'
          : 'an integration has used up its daily write allowance',
      );
    }
    return Math.max(1, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
  }

  #of(client: string, now: number) {
    return this.#spent.of(`${Math.floor(now / DAY_MS)}/${client}`, now);
  }
}

/** The default of the bytes that a client may write in a day. */
export const DEFAULT_BYTES_PER_DAY = 1024 * 1024 * 1024;
