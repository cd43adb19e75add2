import { Code } from '@connectrpc/connect';
import { catalogue } from './catalogue.ts';
import type { Refusal } from './refusal.ts';

/** Whether a refusal says that something is wrong with us, rather than with the request. */
export function isFault({ code }: Refusal): boolean {
  return FAULTS.has(catalogue[code].status);
}

const FAULTS = new Set<Code>([
  Code.Internal,
  Code.Unknown,
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Unimplemented,
]);
