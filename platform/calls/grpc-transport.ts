import { type DescMessage, type DescMethodUnary, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { findTrailerError } from '@connectrpc/connect/protocol-grpc';
import {
  type CallOptions,
  type ChannelCredentials,
  Client,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import type { Transport } from './caller.ts';
import { channelOptions } from './channel-options.ts';
import { readReplyMetadata, writeContext } from './metadata.ts';
import { pathOf } from './served-methods.ts';

/** A transport to a service in another process, with an end. */
export interface RemoteTransport extends Transport {
  close(): void;
  /** How the way to the service stands, where the transport knows. */
  readonly link?: LinkCounts;
}

/** The way to a service in numbers: a measure. */
export interface LinkCounts {
  /** Tries of calls beyond the first, since the start. */
  readonly retries: number;
  /** How many addresses are in each state. */
  readonly addresses: Readonly<Record<'live' | 'trying' | 'down', number>>;
}

/**
 * Calls a service over unary gRPC. The address is any that grpc-js resolves (`dns:///directory:9090`); calls are spread over all the
 * addresses it has.
 * @param own as whom the caller shows itself, and whom it believes; without them calls are not encrypted
 */
export function grpcTransport(address: string, own?: ChannelCredentials): RemoteTransport {
  const client = new Client(address, own ?? credentials.createInsecure(), {
    ...channelOptions,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  });
  let closed = false;
  return {
    async invoke(method, request, context) {
      if (context.signal?.aborted) throw new ConnectError('the caller is gone', Code.Canceled);
      if (closed) throw new ConnectError('the transport is closed', Code.Unavailable);
      const metadata = new Metadata();
      for (const [name, value] of writeContext(context)) metadata.set(name, value);
      const options = { deadline: context.deadline };
      const { message, header } = await unary(client, method, request, metadata, options, context.signal);
      return { message, ...readReplyMetadata(toHeaders(header)) };
    },
    close() {
      closed = true;
      client.close();
    },
  };
}

function unary(
  client: Client,
  method: DescMethodUnary<DescMessage, DescMessage>,
  request: Message,
  metadata: Metadata,
  options: CallOptions,
  signal: AbortSignal | undefined,
): Promise<{ message: Message; header: Metadata }> {
  return new Promise((resolve, reject) => {
    let header = new Metadata();
    const call = client.makeUnaryRequest(
      pathOf(method),
      (message: Message) => Buffer.from(toBinary(method.input, message)),
      (bytes: Buffer) => fromBinary(method.output, bytes),
      request,
      metadata,
      options,
      (error, message) => {
        signal?.removeEventListener('abort', cancel);
        if (error) reject(toConnectError(error, signal?.aborted === true));
        else if (message) resolve({ message, header });
        else reject(new ConnectError('the answer is empty', Code.Internal));
      },
    );
    const cancel = () => call.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    call.on('metadata', (received: Metadata) => {
      header = received;
    });
  });
}

function toConnectError(error: ServiceError, isAbandoned: boolean): ConnectError {
  const stated = findTrailerError(toHeaders(error.metadata));
  if (stated) return stated;
  // Our services state every failure of their own; what ends without a status, and not by the caller's will, was cut off on its way.
  const isCutOff = error.details.startsWith('Received RST_STREAM') || (error.code === status.CANCELLED && !isAbandoned);
  const code = isCutOff ? Code.Unavailable : (error.code as number as Code);
  return new ConnectError(error.details, code, undefined, undefined, error);
}

function toHeaders(metadata: Metadata | undefined): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(metadata?.getMap() ?? {})) {
    headers.set(name, typeof value === 'string' ? value : value.toString('base64'));
  }
  return headers;
}
