import type { DescMethodUnary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { RefusalSchema } from '../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import type { CallContext } from '../core/call-context.ts';
import { remainingMs } from '../core/clock.ts';

/** Whether a call does no harm when it is made twice: a read, or a write with a key. */
export function mayRepeat(method: DescMethodUnary, context: CallContext): boolean {
  return method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS || context.idempotency !== undefined;
}

/** What keeps repetitions from becoming a load of their own: each call earns a part of one, and some are there for a sudden fault. */
export class RetryBudget {
  #tokens = BURST;
  #spent = 0;

  /** How many repetitions there were. */
  get spent(): number {
    return this.#spent;
  }

  earn(): void {
    this.#tokens = Math.min(BURST, this.#tokens + EARNED_PER_CALL);
  }

  /** Takes one repetition; false when there is none left. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens--;
    this.#spent++;
    return true;
  }
}

/** Makes a call that may be repeated, again when it was cut off or did not get through, as long as budget and deadline allow. */
export async function withRetries<T>(
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

/** What a service itself says of its own dependencies is its answer; another try would only add to their load. */
function isCutOff(error: unknown): boolean {
  return (
    error instanceof ConnectError && error.code === Code.Unavailable && error.findDetails(RefusalSchema).length === 0
  );
}

/** Before the second try and those after it, in milliseconds: at once on another address, then when a stream may be open again. */
const PAUSES_MS = [0, 60, 200];
const EARNED_PER_CALL = 0.15;
const BURST = 200;
