import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../prepare.ts';
import { type Scenario, scenariosOf } from '../scenarios.ts';

/** How often each scenario has its turn within a round. */
const TURNS = new Map([
  ['GET by id', 20],
  ['page of 50', 4],
  ['create with key', 5],
  ['page of 50 appointments', 4],
  ['create appointment', 3],
  ['version detail of a large curriculum', 1],
  ['start, then stop', 7],
  ['log create', 5],
  ['bulk of 500 logs', 1],
]);
const CLIENTS = 8;
/** Each client rests so long between two scenarios: a steady load, and not the greatest. */
const PAUSE_MS = 25;

/** A steady mix of reads, punches, creates and bulks, until it is stopped. */
export class Mix {
  /** Answers so far, by status. */
  readonly statuses = new Map<number, number>();
  readonly #bench: Bench;
  readonly #url: string;
  readonly #round: readonly Scenario[];
  readonly #begun = new Map<Scenario, number>();
  readonly #clients: readonly Promise<void>[];
  #turn = 0;
  #stopped = false;

  constructor(bench: Bench, url: string) {
    this.#bench = bench;
    this.#url = url;
    this.#round = roundOf(scenariosOf(bench));
    this.#clients = Array.from({ length: CLIENTS }, () => this.#work());
  }

  /** Requests that were answered so far. */
  get answered(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const scenario = this.#round[this.#turn++ % this.#round.length] as Scenario;
      const n = this.#begun.get(scenario) ?? 0;
      this.#begun.set(scenario, n + 1);
      for (const step of scenario.steps) if (!(await this.#send(scenario, step, n))) break;
      await delay(PAUSE_MS);
    }
  }

  /** Returns whether the answer is the expected one; an answer that nobody can expect ends the soak. */
  async #send({ name }: Scenario, { method, path, body, expectedStatus }: Scenario['steps'][number], n: number) {
    const { authorizations } = this.#bench;
    const headers: Record<string, string> = { authorization: authorizations[this.#turn % authorizations.length] ?? '' };
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': randomUUID() });
    const init = { method, headers, ...(body ? { body: JSON.stringify(body(n)) } : {}) };
    const response = await fetch(`${this.#url}/api/v4${path(n)}`, init);
    const text = await response.text();
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    if (response.status !== expectedStatus && response.status !== 503)
      throw new Error(`${name}: ${response.status} ${text}`);
    return response.status === expectedStatus;
  }
}

/** The scenarios of a round, each spread over it. */
function roundOf(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios
    .flatMap((scenario) => {
      const turns = TURNS.get(scenario.name) ?? 0;
      return Array.from({ length: turns }, (_, turn) => ({ scenario, at: (turn + 0.5) / turns }));
    })
    .sort((a, b) => a.at - b.at)
    .map(({ scenario }) => scenario);
}
