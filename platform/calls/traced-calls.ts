import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import type { CallContext } from '../core/call-context.ts';
import { isFault } from '../core/errors/is-fault.ts';
import type { Refusal } from '../core/errors/refusal.ts';
import { fromStatus } from '../core/errors/status.ts';
import type { Attributes, Span } from '../core/span.ts';
import type { Handle } from '../handler/interceptors.ts';

/** Begins the caller's side of a call, where the call is a part of something that is traced. */
export function beginCall(context: CallContext, method: DescMethodUnary): Span | undefined {
  return context.span?.begin('client', nameOf(method), attributesOf(method));
}

/** The service's side: everything that an arriving call causes is a part of it. */
export function traceCall(next: Handle): Handle {
  return (call) => {
    const { tracer } = call.runtime;
    if (!tracer) return next(call);
    const { method } = call.operation;
    const { actor, requestId, span: parent } = call.context;
    const ofWhom = actor.institutionId === null ? {} : { 'lyceum.institution_id': actor.institutionId };
    const attributes = { ...attributesOf(method), 'lyceum.request_id': requestId, ...ofWhom };
    const span = tracer.begin({ kind: 'server', name: nameOf(method), attributes, parent });
    return next({ ...call, context: { ...call.context, span } }).then(
      (reply) => {
        endCall(span, null);
        return reply;
      },
      (error: unknown) => {
        endCall(span, fromStatus(error));
        throw error;
      },
    );
  };
}

/**
 * Ends either side of a call. A refusal is an answer and no failure, on both sides alike: what a trace marks as failed is what is wrong with
 * us, not what is wrong with a request.
 */
export function endCall(span: Span, refusal: Refusal | null): void {
  span.set({ 'rpc.response.status_code': refusal ? nameOfStatus(refusal.status) : 'OK' });
  if (refusal) {
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
