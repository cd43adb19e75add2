import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import type { CallContext } from '../core/call-context.ts';
import { catalogue } from '../core/errors/catalogue.ts';
import { isFault } from '../core/errors/is-fault.ts';
import type { Refusal } from '../core/errors/refusal.ts';
import { fromStatus } from '../core/errors/status.ts';
import type { Reply } from '../core/reply.ts';
import type { Attributes, Span } from '../core/span.ts';
import type { Tracer } from '../observability/tracing/tracer.ts';

/** Begins the caller's side of a call that is a part of something that is traced. */
export function beginCall(parent: Span, method: DescMethodUnary): Span {
  return parent.begin('client', nameOf(method), attributesOf(method));
}

/** The service's side: everything that an arriving call causes is a part of it. */
export async function handleTraced(
  tracer: Tracer,
  method: DescMethodUnary,
  context: CallContext,
  handle: (context: CallContext) => Promise<Reply>,
): Promise<Reply> {
  const { actor, requestId, span: parent } = context;
  const ofWhom = actor.institutionId === null ? {} : { 'lyceum.institution_id': actor.institutionId };
  const attributes = { ...attributesOf(method), 'lyceum.request_id': requestId, ...ofWhom };
  const span = tracer.begin({ kind: 'server', name: nameOf(method), attributes, parent });
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
 * Ends either side of a call. A refusal is an answer and no failure, on both sides alike: what a trace marks as failed is what is wrong with
 * us, not what is wrong with a request.
 */
export function endCall(span: Span, refusal: Refusal | null): void {
  const status = refusal ? catalogue[refusal.code].status : null;
  span.set({ 'rpc.response.status_code': status === null ? 'OK' : nameOfStatus(status) });
  if (refusal && status !== null) {
    span.set({ 'lyceum.refusal': refusal.code });
    if (isFault(refusal)) span.fail(refusal.code);
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

/** As gRPC writes it: `NOT_FOUND`. */
function nameOfStatus(code: Code): string {
  return (Code[code] ?? 'Unknown').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}
