import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { callerOf, type Router } from '../../platform/calls/caller.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { isUnavailable, Refusal } from '../../platform/core/errors/refusal.ts';

/** A call whose result a page can do without. */
export type OptionalCall = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O> | undefined>;

/** Calls that give undefined while their service is away, after a time that a reader does not mind. */
export function optionalCaller(router: Router, context: CallContext): OptionalCall {
  const call = callerOf(router, { ...context, deadline: Math.min(context.deadline, deadlineAfter(WAIT_MS)) });
  return async (method, request) => {
    try {
      return await call(method, request);
    } catch (error) {
      const isLate = error instanceof Refusal && error.status === Code.DeadlineExceeded;
      if (isLate || isUnavailable(error)) return undefined;
      throw error;
    }
  };
}

const WAIT_MS = 2_000;
