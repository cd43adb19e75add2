import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { CallContext, Reply } from '../core/call-context.ts';
import { fromStatus } from '../core/errors/status.ts';
import type { Tracer } from '../core/spans.ts';
import type { CallTimes } from '../observability/metrics/call-times.ts';
import { refuseUnrepresentable } from './representable.ts';
import { beginCall, endCall } from './traced-calls.ts';

/**
 * Calls an RPC on behalf of one context. Throws a Refusal: the callee's own, the one that a failed call maps to, or
 * REQUEST_INVALID for a value that its field's type does not have.
 */
export type Call = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** Carries calls to one service, in this process or another. The context has the deadline and the abort signal. */
export interface Transport {
  /** Throws ConnectErrors and Refusals. */
  invoke(method: DescMethodUnary, request: Message, context: CallContext): Promise<Reply>;
}

/** Finds the transport to the service that an RPC belongs to. */
export interface Router {
  transportOf(method: DescMethodUnary): Transport;
  /** Counts the calls of this router. */
  readonly calls?: CallTimes;
  /** Undefined if tracing is disabled. */
  readonly tracer?: Tracer | undefined;
}

/** The same routes, each looked up once, with calls counted for one caller, and traced if tracing is enabled. */
export function observedRouter(router: Router, calls: CallTimes, tracer: Tracer | undefined): Router {
  const known = new Map<DescMethodUnary, Transport>();
  return {
    calls,
    tracer,
    transportOf(method) {
      let transport = known.get(method);
      if (!transport) {
        transport = router.transportOf(method);
        known.set(method, transport);
      }
      return transport;
    },
  };
}

/** Binds calls to a context. */
export function callerOf(router: Router, context: CallContext): Call {
  return (method, request) => callForReply(router, context, method, request).then(messageOf);
}

/** Like a {@link Call}, but returns the reply with its metadata. */
export async function callForReply<I extends DescMessage, O extends DescMessage>(
  router: Router,
  context: CallContext,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): Promise<Reply<MessageShape<O>>> {
  const { calls, tracer } = router;
  const begun = calls?.begin() ?? 0;
  const span = tracer && context.span && beginCall(tracer, context.span, method);
  try {
    const input = create(method.input, request) as Message;
    refuseUnrepresentable(method.input, input);
    const reply = await router.transportOf(method).invoke(method, input, span ? { ...context, span } : context);
    calls?.end(method, begun);
    if (span) endCall(span, null);
    return reply as Reply<MessageShape<O>>;
  } catch (error) {
    calls?.end(method, begun, error);
    const refusal = fromStatus(error);
    if (span) endCall(span, refusal);
    throw refusal;
  }
}

function messageOf<M extends Message>({ message }: Reply<M>): M {
  return message;
}
