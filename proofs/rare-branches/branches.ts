/** Branches of the product that only faults enter, by name: their sources, and a text where each begins, once. */
export type Branches = Readonly<Record<string, readonly [file: string, code: string]>>;

/** What a run of all faults must have entered: a promise that holds without them was not tried. */
export const RARE_BRANCHES: Branches = {
  'a response that was lost is replayed by its key': ['platform/handler/command.ts', 'return replay;'],
  'a key is refused whose first request still runs': [
    'platform/data/idempotency/idempotency.ts',
    "refuse('KEY_IN_FLIGHT', { cause: failure })",
  ],
  'a transaction runs again after a conflict': ['platform/handler/command.ts', "span?.addEvent('transaction again'"],
  'a shared transaction fails, and its writes run again': [
    'libraries/pg-batch/write-batcher.ts',
    'const others = writes.filter((write) => !blamed.has(write));',
  ],
  'PostgreSQL has stopped responding, and its sessions are replaced': [
    'libraries/pg-batch/sessions.ts',
    'client.release(true);',
  ],
  'a statement is cancelled that no caller waits for': [
    'libraries/pg-batch/cancel-statement.ts',
    'await requestCancel(client',
  ],
  'events wait that the bus has not accepted': ['platform/events/outbox/relay.ts', 'held.push(...new Set('],
  'a consumer takes over the events that another process had': [
    'platform/events/durable-batches.ts',
    'await this.#fetch(consumer, held, MAX_BATCH);',
  ],
  'a consumer handles events again after a failure': [
    'platform/events/durable-batches.ts',
    'await this.#pause(Math.min(',
  ],
  'a call is repeated on another connection': ['platform/calls/retries.ts', "span?.addEvent('retry'"],
  'a gateway accepts a client that it knows while identity is away': [
    'gateway/admission/authenticator.ts',
    'resolve(identity);\n      else reject(error);',
  ],
  'gateways count requests alone while NATS is away': [
    'gateway/admission/open-rate-limits.ts',
    "{ event: 'rate_limit_alone', err }",
  ],
  'an endpoint that could not be served waits for the end of its lease': [
    'services/webhooks/worker/worker.ts',
    "'cannot serve an endpoint; it is served again when its lease ends'",
  ],
};
