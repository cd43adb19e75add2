import { Code, ConnectError } from '@connectrpc/connect';
import { findTrailerError } from '@connectrpc/connect/protocol-grpc';
import { type ChannelCredentials, Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { clientOptions } from '../../../libraries/grpc-mux/channel-options.ts';
import { MAX_MESSAGE_BYTES } from '../../../platform/calls/message-limits.ts';
import { writeContext } from '../../../platform/calls/metadata.ts';
import {
  NO_HEADERS,
  pathOf,
  type ReadReply,
  type RemoteTransport,
  remoteCalls,
} from '../../../platform/calls/remote-transport.ts';
import type { CallContext } from '../../../platform/core/call-context.ts';
import { remainingMs } from '../../../platform/core/clock.ts';

/**
 * Calls a service over unary gRPC, like the programs of others. The address can be any that grpc-js resolves
 * (`dns:///directory:9090`); calls are distributed over all resolved addresses.
 * @param own the caller's certificate and the authorities it trusts; if absent, calls are not encrypted
 */
export function grpcTransport(address: string, own?: ChannelCredentials): RemoteTransport {
  const client = new Client(address, own ?? credentials.createInsecure(), {
    ...clientOptions(MAX_MESSAGE_BYTES),
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  });
  let closed = false;
  const calls = remoteCalls(async (method, payload, context) => {
    if (closed) throw new ConnectError('the transport is closed', Code.Unavailable);
    return unary(client, pathOf(method), payload, context);
  });
  return {
    ...calls,
    close() {
      closed = true;
      client.close();
    },
  };
}

function unary(client: Client, path: string, payload: Buffer, context: CallContext): Promise<ReadReply> {
  const { deadline, signal } = context;
  const metadata = new Metadata();
  for (const [name, value] of writeContext(context)) metadata.set(name, value);
  return new Promise((resolve, reject) => {
    let header = NO_HEADERS;
    const answered = (error: ServiceError | null, reply?: Buffer) => {
      signal?.removeEventListener('abort', cancel);
      if (error) reject(toConnectError(error, signal?.aborted === true));
      else if (reply) resolve({ payload: reply, header });
      else reject(new ConnectError('the response is empty', Code.Internal));
    };
    const call = client.makeUnaryRequest(
      path,
      asItIs,
      asItIs,
      payload,
      metadata,
      { deadline: Date.now() + remainingMs(deadline) },
      answered,
    );
    const cancel = () => call.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    call.on('metadata', (received: Metadata) => {
      header = toHeaders(received);
    });
  });
}

function asItIs(bytes: Buffer): Buffer {
  return bytes;
}

function toConnectError(error: ServiceError, isAbandoned: boolean): ConnectError {
  const stated = findTrailerError(toHeaders(error.metadata));
  if (stated) return stated;
  // Our services send a status for every failure; a call that ends without one, and was not cancelled by the caller,
  // was cut off.
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
