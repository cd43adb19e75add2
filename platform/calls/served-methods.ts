import type { DescMessage, DescMethod, DescService, Message, MessageShape } from '@bufbuild/protobuf';
import type { MethodDefinition } from '@grpc/grpc-js';
import { decode, encode } from '../../libraries/grpc-mux/index.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import type { Ids } from '../core/ids.ts';
import { type AllowedCallers, allowedCallersOf } from './peer.ts';
import { pathOf } from './remote-transport.ts';

/** A service from the view of the servers that receive its calls. */
export interface ServedService {
  readonly definition: { readonly name: string; readonly implementations: readonly Implemented[] };
  readonly runtime: { readonly ids: Pick<Ids, 'newRequestId'> };
  /** Answers a call. Throws ConnectErrors only. */
  invoke(method: DescMethod, request: Message, context: CallContext): Promise<Reply>;
  /** Whether the service is ready. */
  isReady(): Promise<boolean>;
  /** Whether it cannot write because the disk is full. */
  readonly isDiskFull: boolean;
}

interface Implemented {
  readonly service: DescService;
}

/** A method that a process serves. */
export interface ServedMethod {
  readonly method: DescMethod;
  /** The callers that may call it; null for all. */
  readonly allowed: AllowedCallers | null;
  /** Throws Refusals and ConnectErrors. */
  handle(request: Message, context: CallContext): Promise<Reply>;
  newRequestId(): string;
}

/** The methods of services by gRPC path. */
export function servedMethods(services: readonly ServedService[]): Map<string, ServedMethod> {
  const served = new Map<string, ServedMethod>();
  for (const running of services) {
    for (const { service } of running.definition.implementations) {
      for (const method of service.methods) {
        served.set(pathOf(method), {
          method,
          allowed: allowedCallersOf(method),
          handle: (request, context) => running.invoke(method, request, context),
          newRequestId: () => running.runtime.ids.newRequestId(),
        });
      }
    }
  }
  return served;
}

/**
 * A method's contract in the form of grpc-js, for both ends. Trap: a message that does not decode is INTERNAL there.
 */
export function definitionOf<I extends DescMessage, O extends DescMessage>(
  method: DescMethod & { readonly input: I; readonly output: O },
): MethodDefinition<MessageShape<I>, MessageShape<O>> {
  const { input, output, methodKind } = method;
  return {
    path: pathOf(method),
    requestStream: methodKind === 'client_streaming' || methodKind === 'bidi_streaming',
    responseStream: methodKind === 'server_streaming' || methodKind === 'bidi_streaming',
    requestSerialize: (request) => encode(input, request),
    requestDeserialize: (bytes) => decode(input, bytes),
    responseSerialize: (response) => encode(output, response),
    responseDeserialize: (bytes) => decode(output, bytes),
  };
}
