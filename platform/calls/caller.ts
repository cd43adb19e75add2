import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { type CallContext, contextValuesOf, type ReplyFacts } from '../core/call-context.ts';
import { fromStatus } from '../core/errors/status.ts';
import type { Tracer } from '../core/spans.ts';
import type { CallTimes } from '../observability/metrics/call-times.ts';
import { readBytesWritten, readReplyFacts } from './metadata.ts';
import { beginCall, endCall } from './traced-calls.ts';

/** Calls an RPC on behalf of one context. Throws a Refusal: the callee's own, or what the failure of the call stands for. */
export type Call = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** A write's answer with what a keyed one says beside it. */
export interface Answer<O extends DescMessage> {
  readonly message: MessageShape<O>;
  readonly facts: ReplyFacts | undefined;
  /** What it has sent to its database, in bytes; 0 for a replay. */
  readonly bytesWritten: number;
}

/** Finds the transport to the service that an RPC belongs to. */
export interface Router {
  transportOf(method: DescMethodUnary): Transport;
  /** Where the calls that go this way are counted. */
  readonly calls?: CallTimes;
  /** Undefined where nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/** The same ways, with the calls of one caller counted, and traced where it is. */
export function observedRouter(router: Router, calls: CallTimes, tracer: Tracer | undefined): Router {
  return { transportOf: (method) => router.transportOf(method), calls, tracer };
}

/** Binds calls to a context. */
export function callerOf(router: Router, context: CallContext): Call {
  return async (method, request) => (await callWithFacts(router, context, method, request)).message;
}

/** Like a {@link Call}, with the facts of a keyed write. */
export async function callWithFacts<I extends DescMessage, O extends DescMessage>(
  router: Router,
  context: CallContext,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): Promise<Answer<O>> {
  const { calls, tracer } = router;
  const begun = calls?.begin() ?? 0;
  const span = tracer && context.span && beginCall(tracer, context.span, method);
  try {
    const transport = router.transportOf(method);
    const response = await transport.unary(
      method,
      context.signal,
      undefined,
      undefined,
      request,
      contextValuesOf(span ? { ...context, span } : context),
    );
    calls?.end(method, begun);
    if (span) endCall(span, null);
    const { message, header } = response;
    return { message, facts: readReplyFacts(header), bytesWritten: readBytesWritten(header) };
  } catch (error) {
    calls?.end(method, begun, error);
    const refusal = fromStatus(error);
    if (span) endCall(span, refusal);
    throw refusal;
  }
}
