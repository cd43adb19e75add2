import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../prepare.ts';
import { requestOf, type Scenario, scenariosOf } from '../scenarios.ts';

/** How often each scenario runs within a round. */
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
/** The pause of each client between two scenarios: for a steady load below the maximum. */
const PAUSE_MS = 25;

/** A steady mix of reads, punches, creates and bulk requests, until it is stopped. */
export class Mix {
  /** Responses so far, by status. */
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

  /** Answered requests so far. */
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

  /** Returns whether the response is the expected one; an impossible response ends the soak. */
  async #send({ name }: Scenario, step: Scenario['steps'][number], n: number) {
    const { authorizations } = this.#bench;
    const { method, expectedStatus } = step;
    const init = { method, ...requestOf(step, n, authorizations[this.#turn % authorizations.length]) };
    const response = await fetch(`${this.#url}/api/v4${step.path(n)}`, init);
    const text = await response.text();
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    if (response.status !== expectedStatus && response.status !== 503)
      throw new Error(`${name}: ${response.status} ${text}`);
    return response.status === expectedStatus;
  }
}

/** The scenarios of a round, each spread evenly. */
function roundOf(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios
    .flatMap((scenario) => {
      const turns = TURNS.get(scenario.name) ?? 0;
      return Array.from({ length: turns }, (_, turn) => ({ scenario, at: (turn + 0.5) / turns }));
    })
    .sort((a, b) => a.at - b.at)
    .map(({ scenario }) => scenario);
}
