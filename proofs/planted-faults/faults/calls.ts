import type { Fault } from '../fault.ts';

/** Calls between processes, and transactions. */
export const calls: readonly Fault[] = [
  {
    name: 'A process whose event loop stands still lives on',
    file: 'platform/process/watchdog-thread.js',
    find: '? 0 : missed + 1',
    replace: '? 0 : missed',
  },
  {
    name: 'A part that fails to stop keeps the later ones from it',
    file: 'platform/process/end-in-order.ts',
    find: 'faults.push(error);',
    replace: 'throw error;',
  },
  {
    name: 'Work begins although its caller no longer waits',
    file: 'platform/handler/handle-call.ts',
    find: "  if (remainingMs(deadline) <= 0 || signal?.aborted) refuse('DEADLINE_EXCEEDED');\n",
    replace: '',
  },
  {
    name: 'A write without a key is sent again',
    file: 'platform/calls/retries.ts',
    find: '|| idempotency !== undefined ||',
    replace: '|| idempotency !== null ||',
  },
  {
    name: 'A call is repeated when the service itself reports an unavailable dependency',
    file: 'platform/calls/retries.ts',
    find: ' && error.findDetails(RefusalSchema).length === 0',
    replace: '',
  },
  {
    name: 'A call for an institution that is not the caller’s is accepted',
    file: 'platform/calls/metadata.ts',
    find: "    if (institutionId !== null && institutionId !== who.institutionId) refuse('CALLER_UNAUTHENTICATED');\n",
    replace: '',
  },
  {
    name: 'A key without a fingerprint is ignored',
    file: 'platform/calls/metadata.ts',
    find: "if (key === null || fingerprint === null) refuse('REQUEST_INVALID');",
    replace: 'if (key === null || fingerprint === null) return null;',
  },
  {
    name: 'A commit that the server answers with a rollback counts as success',
    file: 'libraries/pg-batch/transaction.ts',
    find: "if (this.firstFailure === undefined && answer !== 'COMMIT')",
    replace: "if (this.firstFailure === undefined && answer === '')",
  },
  {
    name: 'A key that waited while all sessions were in flight is not sent when one returns',
    file: 'libraries/pg-batch/read-batcher.ts',
    find: "this.#mode === 'FULL' || this.#queue.isEnough",
    replace: 'this.#queue.isEnough',
  },
  {
    name: 'A statement is sent after its transaction has ended',
    file: 'libraries/pg-batch/transaction.ts',
    find: "    if (this.#ended) throw new Error('the transaction has ended');\n",
    replace: '',
  },
  {
    name: 'A transaction is not repeated after a serialization failure',
    file: 'platform/handler/command.ts',
    find: 'error instanceof StalePreparation || isRetryable(error)',
    replace: 'error instanceof StalePreparation',
  },
  {
    name: 'A command is not repeated when what it had read has changed',
    file: 'platform/handler/command.ts',
    find: 'error instanceof StalePreparation || isRetryable(error)',
    replace: 'isRetryable(error)',
  },
  {
    name: 'Within one process nothing looks at the types of values',
    file: 'platform/calls/caller.ts',
    find: '    refuseUnrepresentable(method.input, input);\n',
    replace: '',
  },
  {
    name: 'Answers of gRPC offer encodings that the server refuses',
    file: 'platform/calls/listener.ts',
    find: "  stream.respond = (answer, options) => respond({ ...answer, 'grpc-accept-encoding': 'identity' }, options);\n",
    replace: '',
  },
  {
    name: 'A watcher of health hears again what has not changed',
    file: 'platform/calls/health-states.ts',
    find: '    if (this.#states.get(name)?.status === state) return;\n',
    replace: '',
  },
  {
    name: 'Reflection finds an enum’s values in the enum, where gRPC does not look for them',
    file: 'platform/calls/reflection.ts',
    find: 'yield typeName.replace(/[^.]+$/, name)',
    replace: 'yield `${typeName}.${name}`',
  },
];
