import type { DescMessage, DescMethod, MessageShape } from '@bufbuild/protobuf';
import type { MethodDefinition } from '@grpc/grpc-js';
import { decode, encode } from '../../libraries/grpc-mux/index.ts';
import { pathOf } from './remote-transport.ts';

/** What grpc-js needs of a method's contract, at both ends. Trap: a message that does not decode is INTERNAL there. */
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
