import { Code } from '@connectrpc/connect';
import type { Refusal } from './refusal.ts';

/** Whether the cause of a refusal is a fault of the platform rather than of the request. */
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
