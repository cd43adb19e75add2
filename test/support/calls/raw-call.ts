import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';

/**
 * Calls an RPC like a foreign client, with arbitrary metadata, and bytes that need not be a valid request. Throws
 * gRPC's ServiceError.
 */
export function rawCall<I extends DescMessage, O extends DescMessage>(
  address: string,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  metadata: Readonly<Record<string, string>>,
  bytes: Buffer = Buffer.from(toBinary(method.input, create(method.input, request))),
): Promise<MessageShape<O> | undefined> {
  const client = new Client(address, credentials.createInsecure());
  const sent = new Metadata();
  for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
  const { promise, resolve, reject } = Promise.withResolvers<MessageShape<O> | undefined>();
  client.makeUnaryRequest(
    `/${method.parent.typeName}/${method.name}`,
    () => bytes,
    (answer: Buffer) => fromBinary(method.output, answer),
    null,
    sent,
    (error, message) => (error ? reject(error) : resolve(message)),
  );
  return promise.finally(() => client.close());
}
