import { Code } from '@connectrpc/connect';
import type { Refusal } from './refusal.ts';

/** Whether a refusal says that something is wrong with us, rather than with the request. */
export function isFault({ status }: Refusal): boolean {
  return FAULTS.has(status);
}

const FAULTS = new Set<Code>([
  Code.Internal,
  Code.Unknown,
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Unimplemented,
]);
