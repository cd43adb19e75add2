import type { Fault } from '../fault.ts';

/** The client package. */
export const client: readonly Fault[] = [
  {
    name: 'The client repeats a request after every conflict',
    file: 'clients/typescript/src/http/retry.ts',
    find: '(status === 409 && retryAfterMs !== null)',
    replace: 'status === 409',
  },
  {
    name: 'The client ignores the key that it is given',
    file: 'clients/typescript/src/requests.ts',
    find: 'idempotencyKey ?? crypto.randomUUID()',
    replace: 'crypto.randomUUID()',
  },
  {
    name: 'The client shows its credentials to hooks',
    file: 'clients/typescript/src/http/sender.ts',
    find: 'const authorized = new Headers(sent);',
    replace: 'const authorized = sent;',
  },
  {
    name: 'The client waits beyond its budget',
    file: 'clients/typescript/src/http/retry.ts',
    find: 'spent.waitedMs + waitMs <= budgetMs',
    replace: 'spent.waitedMs <= budgetMs',
  },
  {
    name: 'The client makes one attempt too many at a change',
    file: 'clients/typescript/src/change.ts',
    find: 'attempt >= attempts',
    replace: 'attempt > attempts',
  },
  {
    name: 'A walk of changes says where the next one begins before it has ended',
    file: 'clients/typescript/src/list.ts',
    find: '      yield page;\n',
    replace: '      this.ended(nextUpdatedSince);\n      yield page;\n',
  },
];
