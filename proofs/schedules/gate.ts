import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { applicationOf, type Batch, type Driver } from './driver.ts';
import { lockWaits } from './lock-waits.ts';
import { holdTimers } from './short-timers.ts';

/**
 * What may happen to a step: it runs; it is never sent; it runs, but its answer is lost. A statement's connection ends
 * in the last two cases.
 */
export type Fate = 'runs' | 'never sent' | 'answer lost';

/** Something that waits until the schedule lets it go. */
export interface Step {
  /** Who, and what: the same in each run of a seed. */
  readonly label: string;
  /** Whether it can have any fate: a batch of statements, an answer, a publication. */
  readonly mayFail: boolean;
  go(fate: Fate): void;
}

/**
 * Holds the statements of some sessions, and everything else that asks, until they are let go one at a time. Short
 * timers wait as well: however long a step takes, it is the schedule that decides whether time passes. The gate
 * replaces the driver's own method, because everything that a service sends passes through it.
 */
export class Gate {
  readonly #waiting: (Step & { readonly client?: pg.Client })[] = [];
  readonly #running = new Map<pg.Client, number>();
  /** Sessions that the server has still to end: until then they hold their locks. */
  readonly #leaving = new Set<number>();
  readonly #isHeld: (application: string | undefined) => boolean;
  readonly #watch: pg.Pool;
  /** Gives the driver and the timers back. */
  readonly close: () => void;
  /** Changes with everything that happens. */
  #activity = 0;
  #networking = 0;
  #isActive = false;
  /** Whose work this is. What is not of the run keeps its timers. */
  readonly #owner = new AsyncLocalStorage<string>();
  #noteAnswer: () => void = () => undefined;

  /**
   * @param watch connections of its own, to ask who waits for whom
   * @param isHeld whether the statements of an application's sessions are held
   */
  constructor(watch: pg.Pool, isHeld: (application: string | undefined) => boolean) {
    this.#watch = watch;
    this.#isHeld = isHeld;
    const { query, connect, end } = pg.Client.prototype;
    const gate = this;
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...args: unknown[]) {
        return gate.#query(this, args, query as Method);
      },
      connect(this: pg.Client, ...args: never[]) {
        return gate.waitFor(() => (connect as Method).apply(this, args));
      },
      end(this: pg.Client, ...args: never[]) {
        return gate.waitFor(() => (end as Method).apply(this, args));
      },
    });
    const bringTimersBack = holdTimers(
      SHORT_MS,
      () => this.#isActive && this.#owner.getStore() !== undefined,
      (ms, fire) => {
        const step = this.#add({ label: `${this.#owner.getStore()}: ${ms} ms pass`, mayFail: false, go: fire });
        return () => this.#remove(step);
      },
    );
    this.close = () => {
      Object.assign(pg.Client.prototype, { query, connect, end });
      bringTimersBack();
    };
  }

  /** Holds steps during some work; then lets go what is left. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#isActive = true;
    try {
      return await work();
    } finally {
      this.#isActive = false;
      for (const step of this.#waiting.splice(0)) step.go('runs');
    }
  }

  /** Names who does some work: its statements are told apart from equal ones of others. */
  as<T>(owner: string, work: () => T): T {
    return this.#owner.run(owner, work);
  }

  /** Waits until the schedule lets this go. */
  pass(label: string, mayFail = false): Promise<Fate> {
    return new Promise((resolve) => void this.#add({ label, mayFail, go: resolve }));
  }

  /** What waits and can be let go, in an order that depends only on labels. */
  get ready(): readonly Step[] {
    const heads = new Set<pg.Client>(this.#running.keys());
    return this.#waiting
      .filter(({ client }) => !client || (!heads.has(client) && heads.add(client)))
      .toSorted((a, b) => (a.label < b.label ? -1 : Number(a.label > b.label)));
  }

  letGo(step: Step, fate: Fate): void {
    this.#remove(step);
    step.go(fate);
  }

  /**
   * Waits until nothing happens any more: each statement that was let go is answered, or waits for a lock of one that
   * is held back.
   */
  async settle(): Promise<void> {
    for (;;) {
      for (let before = -1; before !== this.#activity || this.#networking > 0; ) {
        before = this.#activity;
        for (let turns = 0; turns < QUIET_TURNS; turns++) await turn();
      }
      if (this.#running.size === 0 && this.#leaving.size === 0) return;
      const before = this.#activity;
      await Promise.race([delay(ANSWER_MS), new Promise<void>((resolve) => (this.#noteAnswer = resolve))]);
      if (before === this.#activity && (await this.#isStuck()) && before === this.#activity) return;
    }
  }

  /** Whether all that runs waits for sessions that are held back, and all that ends has ended. */
  async #isStuck(): Promise<boolean> {
    const sessions = [...this.#running.values()];
    const waits = await lockWaits(this.#watch, [...sessions, ...this.#leaving]);
    for (const pid of this.#leaving) if (!waits.has(pid)) this.#leaving.delete(pid);
    return this.#leaving.size === 0 && sessions.every((pid) => waits.get(pid) === 'for another');
  }

  #query(client: pg.Client, args: unknown[], original: Method): unknown {
    const application = applicationOf(client);
    const [query] = args as [string | Batch];
    if (!this.#isActive || !this.#isHeld(application) || query === HEARTBEAT) return original.apply(client, args);
    const batch = typeof query === 'object' && 'statements' in query ? query : undefined;
    const names = batch ? batch.statements.map(({ name }) => name).join(', ') : (query as string).slice(0, TEXT_CHARS);
    return new Promise((resolve, reject) => {
      const go = (fate: Fate) => {
        this.#run(client, fate, batch);
        const parameters = (client as unknown as Driver).connectionParameters;
        const { query_timeout: limit } = parameters;
        // A batch sets its own time limit.
        if (batch) parameters.query_timeout = 0;
        const sent = original.apply(client, args);
        parameters.query_timeout = limit;
        if (!batch) (sent as Promise<unknown>).then(resolve, reject);
      };
      const label = `${this.#owner.getStore()} in ${application}: ${names}`;
      this.#add({ label, mayFail: batch !== undefined, client, go });
    });
  }

  #run(client: pg.Client, fate: Fate, batch: Batch | undefined): void {
    const { connection, processID } = client as unknown as Driver;
    const end = () => {
      this.#leaving.add(processID);
      connection.stream.destroy(new Error('Connection terminated by the schedule'));
    };
    if (fate === 'never sent') {
      end();
      return;
    }
    this.#running.set(client, processID);
    const answered = () => {
      connection.off('readyForQuery', answered);
      connection.off('end', answered);
      this.#running.delete(client);
      this.#activity++;
      this.#noteAnswer();
    };
    connection.on('readyForQuery', answered);
    connection.on('end', answered);
    if (!batch || fate === 'runs') return;
    batch.handleReadyForQuery = () => {
      end();
      batch.handleError(new Error('Connection terminated by the schedule'), connection);
    };
  }

  /** Lets nothing go while some work waits for the network. */
  async waitFor<T>(work: () => T): Promise<Awaited<T>> {
    this.#networking++;
    try {
      return await work();
    } finally {
      this.#networking--;
      this.#activity++;
    }
  }

  /** Lets nothing go while something that is not of the run does its work. */
  beside<T>(work: () => Promise<T>): Promise<T> {
    return this.waitFor(() => this.#owner.exit(work)) as Promise<T>;
  }

  #add<S extends Step>(step: S): S {
    this.#waiting.push(step);
    this.#activity++;
    return step;
  }

  #remove(step: Step): void {
    const at = this.#waiting.indexOf(step);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#activity++;
  }
}

type Method = (...args: unknown[]) => unknown;

/** Turns of the event loop without anything new: what a step sets off takes fewer until it sends, waits or ends. */
const QUIET_TURNS = 4;
/** How long an answer may take before the server is asked whether the statement waits. */
const ANSWER_MS = 3;
/** Timers up to this length let work gather; longer ones limit how long something may take. */
const SHORT_MS = 50;
/** A relay's lock shows that it lives, whatever else it does. */
const HEARTBEAT = 'SELECT';
const TEXT_CHARS = 40;
