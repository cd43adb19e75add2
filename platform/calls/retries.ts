import type { DescMethodUnary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { RefusalSchema } from '../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import type { CallContext } from '../core/call-context.ts';
import { remainingMs } from '../core/clock.ts';

/** Whether a call can be made twice without harm: a read, a write with an idempotency key, or a dry run. */
export function mayRepeat({ idempotency: level }: DescMethodUnary, { idempotency, isDryRun }: CallContext): boolean {
  return level === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS || idempotency !== undefined || isDryRun === true;
}

/** Limits the load of retries: each call earns a fraction of one, and a burst is available for sudden faults. */
export class RetryBudget {
  #tokens = BURST;
  #spent = 0;

  /** The number of retries so far. */
  get spent(): number {
    return this.#spent;
  }

  earn(): void {
    this.#tokens = Math.min(BURST, this.#tokens + EARNED_PER_CALL);
  }

  /** Takes one retry; false if none is left. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens--;
    this.#spent++;
    return true;
  }
}

/** Makes a repeatable call; retries if it was cut off or not delivered, as long as budget and deadline allow. */
export async function retryCall<T>(
  attempt: () => Promise<T>,
  budget: RetryBudget,
  { deadline, signal, span }: CallContext,
): Promise<T> {
  budget.earn();
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = PAUSES_MS[tries];
      if (pauseMs === undefined || !isCutOff(error) || signal?.aborted || remainingMs(deadline) <= pauseMs) throw error;
      if (!budget.spend()) throw error;
      span?.addEvent('retry', { 'lyceum.retry.attempt': tries + 1, 'lyceum.retry.pause_ms': pauseMs });
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** If a service itself reports an unavailable dependency, that is its response; a retry would only add load. */
function isCutOff(error: unknown): boolean {
  return (
    error instanceof ConnectError && error.code === Code.Unavailable && error.findDetails(RefusalSchema).length === 0
  );
}

/** Pauses before attempts, in milliseconds: at once on another address, then when a stream may be open again. */
const PAUSES_MS = [0, 60, 200];
const EARNED_PER_CALL = 0.15;
const BURST = 200;
