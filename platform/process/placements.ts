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
 * Where the rows of institutions are, in memory: read from the service's own database every two seconds. What was read
 * {@link KNOWN_FOR_MS} ago is not used any more, so after that time no process goes by a place from before a move. Where
 * no institution was ever moved, it is {@link LONGEST_KNOWN_FOR_MS}: a database that is merely slow then keeps nobody.
 */
export class Placements {
  readonly #options: Options;
  /** From when on {@link requireHere} must be asked of each call, by the monotonic clock. */
  askedFromMs = Number.POSITIVE_INFINITY;
  #known: PlacementRows | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    // One that waits for its server to be back answers nothing until then.
    if (options.server !== FIRST_SERVER) this.askedFromMs = 0;
  }

  /** Resolves when the places are known, or could not be read. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#read(), EVERY_MS).unref();
    if (this.#options.isPlaceable) this.askedFromMs = 0;
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

  /** The servers of all institutions that were ever moved. */
  get servers(): PlacementRows['servers'] {
    return this.#known?.servers ?? new Map();
  }

  /** Whether calls can be answered: the places are known, and the database is that of the configured server. */
  get isReady(): boolean {
    if (this.#timer === undefined) return this.#options.server === FIRST_SERVER;
    return this.#known !== undefined && this.#isOwnServer;
  }

  get #isOwnServer(): boolean {
    return this.#known?.own === undefined || this.#known.own === this.#options.server;
  }

  /**
   * Lets a call pass whose rows are here. One that goes by a place from before a move is refused as while the institution
   * was frozen for it: repeated, it finds the way.
   */
  requireHere(institutionId: string | null): void {
    const knownForMs = this.#isAnyPlaced ? KNOWN_FOR_MS : LONGEST_KNOWN_FOR_MS;
    if (!this.isReady || monotonicMs() - this.#readAt >= knownForMs) refuse('DEPENDENCY_UNAVAILABLE');
    if (institutionId === null || this.serverOf(institutionId) === this.#options.server) return;
    throw new Refusal('INSTITUTION_FROZEN', { extensions: { state: 'moved', until: null, retryAfterSeconds: 1 } });
  }

  get #isAnyPlaced(): boolean {
    return this.#options.server !== FIRST_SERVER || this.servers.size > 0;
  }

  /** Never rejects. One at a time. */
  #read(): Promise<void> {
    this.#look ??= this.#readOnce().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #readOnce(): Promise<void> {
    const { db, log, server, isPlaceable } = this.#options;
    const asked = monotonicMs();
    try {
      this.#known = await readPlacements(db);
      this.#readAt = asked;
      if (isPlaceable) this.askedFromMs = this.#isAnyPlaced || !this.isReady ? 0 : asked + LONGEST_KNOWN_FOR_MS;
      if (!this.#isOwnServer)
        log.error({ server, of: this.#known.own }, 'the database is that of another server; all calls are refused');
    } catch (error) {
      log.debug({ err: error }, 'it could not be read where institutions are');
    }
  }
}

const EVERY_MS = 2_000;

/** How old a place may be that a process goes by, by the monotonic clock. */
export const KNOWN_FOR_MS = 6_000;

/** How old it may be where none was ever moved. */
export const LONGEST_KNOWN_FOR_MS = 20_000;
