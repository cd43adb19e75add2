import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { callerOf, type Router } from '../../platform/calls/caller.ts';
import { roleNeedOf } from '../../platform/core/access.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { isUnavailable, Refusal } from '../../platform/core/errors/refusal.ts';
import { hasRole, type RoleName } from '../../platform/core/roles.ts';

/** A call whose result a page can do without. */
export type OptionalCall = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O> | undefined>;

/** The same, and null for what the roles of the person do not include. */
export type AllowedCall = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O> | undefined | null>;

/** Calls that give null to whoever lacks the role for them. */
export function allowedCaller(roles: readonly RoleName[], call: OptionalCall): AllowedCall {
  return async (method, request) => (mayCall(roles, method) ? call(method, request) : null);
}

/** Whether an administrator with these roles may call an RPC. */
export function mayCall(roles: readonly RoleName[], method: DescMethodUnary): boolean {
  const writes = method.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  return hasRole(roles, roleNeedOf(method, { writes }));
}

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
