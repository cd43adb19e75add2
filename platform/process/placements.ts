import { monotonicMs } from '../core/clock.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import type { Database } from '../data/database.ts';
import { FIRST_SERVER, type PlacementRows, readPlacements } from '../data/placements.ts';
import type { Logger } from '../observability/log.ts';

interface Options {
  readonly db: Database;
  readonly log: Logger;
  /** The server of the service's database. */
  readonly server: string;
  /** Whether the rows of an institution may be on another server. */
  readonly isPlaceable: boolean;
}

/**
 * Where the rows of institutions are, in memory: read from the service's own database every two seconds. What is older
 * than {@link KNOWN_FOR_MS} is not used any more, so after that time no process goes by a place from before a move.
 */
export class Placements {
  readonly #options: Options;
  #known: PlacementRows | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the places are known, or could not be read. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#read(), EVERY_MS).unref();
    await this.#read();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#look;
  }

  /** The server with the rows of an institution, as far as this process knows. */
  serverOf(institutionId: string): string {
    return this.#known?.servers.get(institutionId) ?? FIRST_SERVER;
  }

  /** All institutions that are not on the first server. */
  get servers(): PlacementRows['servers'] {
    return this.#known?.servers ?? new Map();
  }

  /** Whether calls can be answered: the places are known, and the database is that of the configured server. */
  get isReady(): boolean {
    return this.#timer === undefined || (this.#known !== undefined && this.#isOwnServer);
  }

  get #isOwnServer(): boolean {
    return this.#known?.own === undefined || this.#known.own === this.#options.server;
  }

  /**
   * Lets a call pass whose rows are here. Where nothing is placed, all are. One that goes by a place from before a move
   * is refused as while the institution was frozen for it: repeated, it finds the way.
   */
  requireHere(institutionId: string | null): void {
    const { isPlaceable, server } = this.#options;
    if (!isPlaceable || this.#timer === undefined || institutionId === null) return;
    const isAnyElsewhere = server !== FIRST_SERVER || this.servers.size > 0;
    const isOld = isAnyElsewhere && monotonicMs() - this.#readAt > KNOWN_FOR_MS;
    if (!this.isReady || isOld) refuse('DEPENDENCY_UNAVAILABLE');
    if (this.serverOf(institutionId) === server) return;
    throw new Refusal('INSTITUTION_FROZEN', { extensions: { state: 'moved', until: null, retryAfterSeconds: 1 } });
  }

  /** Never rejects. One at a time. */
  #read(): Promise<void> {
    this.#look ??= this.#readOnce().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #readOnce(): Promise<void> {
    const { db, log, server } = this.#options;
    const asked = monotonicMs();
    try {
      this.#known = await readPlacements(db);
      this.#readAt = asked;
      if (!this.#isOwnServer)
        log.error({ server, of: this.#known.own }, 'the database is that of another server; all calls are refused');
    } catch (error) {
      log.debug({ err: error }, 'it could not be read where institutions are');
    }
  }
}

const EVERY_MS = 2_000;

/** How old a place may be that a process goes by, by the monotonic clock. */
export const KNOWN_FOR_MS = 10_000;
