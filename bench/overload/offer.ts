import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { requestOf, type Scenario } from '../scenarios.ts';

interface Offer {
  readonly url: string;
  readonly authorizations: readonly string[];
  /** Requests sent per second, without waiting for earlier ones. */
  readonly perSecond: number;
  readonly seconds: number;
  /** How many connections there are; by default {@link SOCKETS}. */
  readonly sockets?: number;
  /** Returns the number of the next run of the scenario's step. */
  next(): number;
}

/** The results of an offered load. */
export interface Outcome {
  /** How long the load was offered. */
  readonly offeredSeconds: number;
  /** Time until the last response. */
  readonly totalSeconds: number;
  /** Times of responses with the expected status, in milliseconds. */
  readonly accepted: readonly number[];
  /** Responses with 503. */
  readonly shed: readonly number[];
  /** Broken connections and unexpected responses. */
  readonly failed: number;
}

/**
 * Offers a load of a scenario's first step at a fixed rate, like many independent clients, and waits for all responses.
 */
export async function offer(
  { steps }: Scenario,
  { url, authorizations, perSecond, seconds, sockets = SOCKETS, next }: Offer,
): Promise<Outcome> {
  const step = steps[0] as Scenario['steps'][number];
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets });
  await connect(agent, url, sockets);
  const accepted: number[] = [];
  const shed: number[] = [];
  let failed = 0;
  const send = () =>
    new Promise<void>((resolve) => {
      const n = next();
      const begun = performance.now();
      const { headers, body } = requestOf(step, n, authorizations[n % authorizations.length]);
      const sent = request(`${url}/api/v4${step.path(n)}`, { method: step.method, agent, headers }, (answer) => {
        answer.resume().on('end', () => {
          const took = performance.now() - begun;
          if (answer.statusCode === step.expectedStatus) accepted.push(took);
          else if (answer.statusCode === 503) shed.push(took);
          else failed++;
          resolve();
        });
      });
      sent.on('error', () => {
        failed++;
        resolve();
      });
      sent.end(body);
    });

  const underWay: Promise<void>[] = [];
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  while (elapsed() < seconds) {
    for (let due = Math.floor(elapsed() * perSecond) - underWay.length; due > 0; due--) underWay.push(send());
    await delay(TICK_MS);
  }
  const offeredSeconds = elapsed();
  await Promise.all(underWay);
  const totalSeconds = elapsed();
  agent.destroy();
  return { offeredSeconds, totalSeconds, accepted, shed, failed };
}

const TICK_MS = 5;
/**
 * Opens the connections before the load, like an ingress with a connection pool: the event loop accepts one connection
 * per iteration, so clients with a new connection each would wait in the system's accept queue, and the gateway would
 * see few of them at once.
 */
async function connect(agent: Agent, url: string, sockets: number): Promise<void> {
  const greet = () =>
    new Promise<void>((resolve, reject) => {
      request(`${url}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
  await Promise.all(Array.from({ length: sockets }, greet));
}

const SOCKETS = 1_500;
