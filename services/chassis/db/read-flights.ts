import type { QueryResult } from 'pg';
import type { Wait } from '../call-scope.ts';
import type { Passenger } from './flight.ts';
import { connectionError } from './pg-failure.ts';
import type { Statement, Value } from './statement.ts';

type Send = (passengers: readonly Passenger[]) => Promise<void>;

/**
 * Lets reads of the same moment share a flight. A read leaves at the end of the turn in which it was asked for while few flights are under
 * way; beyond those reads gather, so that under load one wake-up of the server answers several. Whoever waits longer than a moment gets a
 * flight of his own, so that slow reads hold nobody up while there are connections.
 */
export class ReadFlights {
  readonly #send: Send;
  readonly #flightsAtMost: number;
  #waiting: Passenger[] = [];
  #underWay = 0;
  #scheduled = false;
  #patience: NodeJS.Timeout | undefined;

  /** @param flightsAtMost flights at once, however slow they are */
  constructor(send: Send, flightsAtMost: number) {
    this.#send = send;
    this.#flightsAtMost = flightsAtMost;
  }

  /** Reads that wait to leave. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * The rows of a read. A failure of one that it shared its flight with does not reach it.
   * @param waits of all who wait for it
   */
  rows<Row extends object>(
    statement: Statement,
    values: readonly Value[],
    waits: readonly (Wait | undefined)[],
  ): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const take = ({ rows }: QueryResult) => resolve(rows as Row[]);
      this.#waiting.push({ statement, values, waits, resolve: take, reject });
      if (this.#underWay < BUSY) this.#schedule();
      else this.#patience ??= setTimeout(() => this.#depart(), PATIENCE_MS);
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#depart();
    });
  }

  #depart(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    if (this.#waiting.length === 0 || this.#underWay >= this.#flightsAtMost) return;
    const passengers = this.#waiting.splice(0, SEATS);
    this.#underWay++;
    void this.#answer(passengers).finally(() => {
      this.#underWay--;
      if (this.#waiting.length > 0) this.#schedule();
    });
    if (this.#waiting.length > 0) this.#patience = setTimeout(() => this.#depart(), PATIENCE_MS);
  }

  /** Never rejects: its passengers hear of everything. */
  async #answer(passengers: readonly Passenger[]): Promise<void> {
    const others = new Set(passengers);
    const reject = (passenger: Passenger) => (error: unknown, isOwn: boolean) => {
      if (!isOwn) return;
      others.delete(passenger);
      passenger.reject(error, true);
    };
    try {
      await this.#send(passengers.map((passenger) => ({ ...passenger, reject: reject(passenger) })));
    } catch (error) {
      // A read changes nothing, so that it may be asked again without the one that failed beside it.
      if (others.size < passengers.length && connectionError(error) === undefined)
        await Promise.all([...others].map((passenger) => this.#answer([passenger])));
      else for (const passenger of others) passenger.reject(error, false);
    }
  }
}

/** Flights under way from which on reads gather. */
const BUSY = 2;
const SEATS = 16;
const PATIENCE_MS = 4;
