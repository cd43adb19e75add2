import type { QueryResult } from 'pg';
import { areOver, isCaller, type Wait } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import type { Passenger } from './flight.ts';
import { connectionError } from './pg-failure.ts';
import type { Statement, Value } from './statement.ts';

type Send = (passengers: readonly Passenger[]) => Promise<void>;

/**
 * Lets reads of the same moment share a flight. A read leaves at the end of the turn in which it was asked for while few flights are under
 * way; beyond those reads gather, so that under load one wake-up of the server answers several. Whoever waits longer than a moment gets a
 * flight of his own, so that slow reads hold nobody up while there are connections. So many gather at most; those beyond are refused at
 * once, and those whose callers have stopped waiting are left behind.
 */
export class ReadFlights {
  readonly #send: Send;
  readonly #flightsAtMost: number;
  #waiting: Passenger[] = [];
  #underWay = 0;
  #refused = 0;
  #scheduled = false;
  #patience: NodeJS.Timeout | undefined;

  /** @param flightsAtMost flights at once, however slow they are */
  constructor(send: Send, flightsAtMost: number) {
    this.#send = send;
    this.#flightsAtMost = flightsAtMost;
  }

  /** How many reads wait to leave; a measure, as the next one. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many were refused because too many waited. */
  get refused(): number {
    return this.#refused;
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
    if (this.#waiting.length >= this.#flightsAtMost * WAITING_PER_FLIGHT && waits.every(isCaller)) {
      this.#refused++;
      return Promise.reject(new Refusal('SERVICE_BUSY'));
    }
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
    const passengers = this.#board();
    if (passengers.length === 0) return;
    this.#underWay++;
    void this.#answer(passengers).finally(() => {
      this.#underWay--;
      if (this.#waiting.length > 0) this.#schedule();
    });
    if (this.#waiting.length > 0) this.#patience = setTimeout(() => this.#depart(), PATIENCE_MS);
  }

  /** The next ones who are still waited for. */
  #board(): readonly Passenger[] {
    const boarded: Passenger[] = [];
    while (boarded.length < SEATS && this.#waiting.length > 0) {
      for (const passenger of this.#waiting.splice(0, SEATS - boarded.length)) {
        if (areOver(passenger.waits ?? [undefined])) passenger.reject(new Refusal('DEADLINE_EXCEEDED'), true);
        else boarded.push(passenger);
      }
    }
    return boarded;
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
/** So many reads may wait for each flight that can be under way: what comes beyond would wait for long. */
const WAITING_PER_FLIGHT = 128;
const PATIENCE_MS = 4;
