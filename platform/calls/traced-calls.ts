import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { CallContext, Reply } from '../core/call-context.ts';
import { isFault, type Refusal } from '../core/errors/refusal.ts';
import { fromStatus, statusName } from '../core/errors/status.ts';
import { type Attributes, beginPart, beginSpan, failSpan, type Span, SpanKind, type Tracer } from '../core/spans.ts';

/** Starts the client span of a call. */
export function beginCall(tracer: Tracer, parent: Span, method: DescMethodUnary): Span {
  return beginPart(tracer, parent, nameOf(method), SpanKind.CLIENT, attributesOf(method));
}

/** Handles a call in a server span, the parent of everything that the call causes. */
export async function handleTraced(
  tracer: Tracer,
  method: DescMethodUnary,
  context: CallContext,
  handle: (context: CallContext) => Promise<Reply>,
): Promise<Reply> {
  const { actor, requestId, span: parent } = context;
  const ofWhom = actor.institutionId === null ? {} : { 'lyceum.institution_id': actor.institutionId };
  const attributes = { ...attributesOf(method), 'lyceum.request_id': requestId, ...ofWhom };
  const span = beginSpan(tracer, nameOf(method), { kind: SpanKind.SERVER, attributes, parent });
  try {
    const reply = await handle({ ...context, span });
    endCall(span, null);
    return reply;
  } catch (error) {
    endCall(span, fromStatus(error));
    throw error;
  }
}

/**
 * Ends the client or server span of a call. A refusal is a response, not a failure, on both sides: a trace marks only
 * faults of the platform as failed, not faults of a request.
 */
export function endCall(span: Span, refusal: Refusal | null): void {
  span.setAttributes({ 'rpc.response.status_code': statusName(refusal ? refusal.status : 0) });
  if (refusal) {
    span.setAttributes({ 'lyceum.refusal': refusal.code });
    if (isFault(refusal)) failSpan(span, refusal.code);
  }
  span.end();
}

/** `lyceum.directory.v1.UserService/GetUser`. */
function nameOf(method: DescMethodUnary): string {
  return `${method.parent.typeName}/${method.name}`;
}

function attributesOf(method: DescMethodUnary): Attributes {
  return { 'rpc.system.name': 'grpc', 'rpc.method': nameOf(method) };
}
