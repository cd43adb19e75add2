/** A branch of the product that only faults enter. */
export interface Branch {
  readonly name: string;
  /** Its source. */
  readonly file: string;
  /** Where the branch begins: a text that its source has once. */
  readonly code: string;
}

/** What a run of all faults must have entered: a promise that holds without them was not tried. */
export const RARE_BRANCHES: readonly Branch[] = [
  {
    name: 'a response that was lost is replayed by its key',
    file: 'platform/handler/command.ts',
    code: 'return replay;',
  },
  {
    name: 'a key is refused whose first request still runs',
    file: 'platform/data/idempotency/idempotency.ts',
    code: "refuse('KEY_IN_FLIGHT', { cause: failure })",
  },
  {
    name: 'a transaction runs again after a conflict',
    file: 'platform/handler/command.ts',
    code: "span?.addEvent('transaction again'",
  },
  {
    name: 'a shared transaction fails, and its writes run again',
    file: 'libraries/pg-batch/write-batcher.ts',
    code: 'const others = writes.filter((write) => !blamed.has(write));',
  },
  {
    name: 'PostgreSQL has stopped responding, and its sessions are replaced',
    file: 'libraries/pg-batch/sessions.ts',
    code: 'client.release(true);',
  },
  {
    name: 'a statement is cancelled that no caller waits for',
    file: 'libraries/pg-batch/cancel-statement.ts',
    code: 'await requestCancel(client',
  },
  {
    name: 'events wait that the bus has not accepted',
    file: 'platform/events/outbox/relay.ts',
    code: 'held.push(...new Set(',
  },
  {
    name: 'a consumer takes over the events that another process had',
    file: 'platform/events/durable-batches.ts',
    code: 'await this.#fetch(consumer, held, MAX_BATCH);',
  },
  {
    name: 'a consumer handles events again after a failure',
    file: 'platform/events/durable-batches.ts',
    code: 'await this.#pause(Math.min(',
  },
  {
    name: 'a call is repeated on another connection',
    file: 'platform/calls/retries.ts',
    code: "span?.addEvent('retry'",
  },
  {
    name: 'a gateway accepts a client that it knows while identity is away',
    file: 'gateway/admission/authenticator.ts',
    code: 'resolve(identity);\n      else reject(error);',
  },
  {
    name: 'gateways count requests alone while NATS is away',
    file: 'gateway/admission/open-rate-limits.ts',
    code: "{ event: 'rate_limit_alone', err }",
  },
  {
    name: 'an endpoint that could not be served waits for the end of its lease',
    file: 'services/webhooks/worker/worker.ts',
    code: "'cannot serve an endpoint; it is served again when its lease ends'",
  },
];
