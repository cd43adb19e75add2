import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import { checkHistory, type Model, type Operation } from './check-history.ts';

/** Where rivals act: an institution of their own, whose records nobody counts. */
export interface Arena {
  readonly clients: readonly TestClient[];
  readonly roomId: string;
  readonly layerId: string;
}

/** Sends a request to one of the gateways; undefined without an answer that says what has happened. */
export type Send = (act: (url: string, signal: AbortSignal) => Promise<TestAnswer>) => Promise<TestAnswer | undefined>;

/** Records operations on one thing. */
export class History<Input, Output> {
  readonly operations: Operation<Input, Output>[] = [];

  async note(input: Input, act: () => Promise<Output | undefined>): Promise<Output | undefined> {
    const called = performance.now();
    const output = await act();
    const returned = output === undefined ? Number.POSITIVE_INFINITY : performance.now();
    this.operations.push({ called, returned, input, output });
    return output;
  }

  /** What no order of the operations explains, in words; empty if there is one. */
  unexplained<State>(what: string, model: Model<State, Input, Output>): string[] {
    const failure = checkHistory(model, this.operations);
    if (!failure) return [];
    const lines = this.operations.map((operation) => JSON.stringify(operation)).join('\n');
    return [`no order explains the answers about ${what}; ${failure.order.length} could be put in order:\n${lines}`];
  }
}

/** Writes with one key until there is an answer, or for a while; undefined without one. */
export async function answered(send: Send, client: TestClient, path: string, json: unknown) {
  const key = randomUUID();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await send((url, signal) => client.at(url).post(path, json, { key, signal }));
    // In flight: its own earlier try.
    if (answer && !(answer.status === 409 && answer.headers.has('retry-after'))) return answer;
    await delay(RETRY_MS);
  }
  return undefined;
}

const MAX_TRIES = 5;
const RETRY_MS = 300;
