import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { Transport as ConnectClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import type { Transport } from '../../../platform/calls/caller.ts';
import { readReplyMetadata, writeContext } from '../../../platform/calls/metadata.ts';
import { refuseExpired } from '../../../platform/calls/remote-transport.ts';
import { remainingMs } from '../../../platform/core/clock.ts';
import type { Certificate } from './certificates.ts';

interface TransportOptions {
  /** `http://127.0.0.1:9190` */
  readonly baseUrl: string;
  /** The caller's certificate and key, and the authority that it trusts. */
  readonly nodeOptions?: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** Clients of the Connect project, by protocol. */
const CLIENTS = {
  'connect json': (options) => createConnectTransport({ ...options, httpVersion: '1.1', useBinaryFormat: false }),
  'connect binary': (options) => createConnectTransport({ ...options, httpVersion: '1.1', useBinaryFormat: true }),
  'grpc-web': (options) => createGrpcWebTransport({ ...options, httpVersion: '1.1' }),
  'connect-node grpc': createGrpcTransport,
} satisfies Record<string, (options: TransportOptions) => ConnectClient>;

export type ConnectKind = keyof typeof CLIENTS;
export const connectKinds = Object.keys(CLIENTS) as ConnectKind[];

/** Calls services with a Connect client. @param host `127.0.0.1:9190`; for `connect-node grpc`, the port of gRPC */
export function connectTransport(kind: ConnectKind, host: string, certificate?: Certificate): Transport {
  const client = CLIENTS[kind](
    certificate ? { baseUrl: `https://${host}`, nodeOptions: optionsOf(certificate) } : { baseUrl: `http://${host}` },
  );
  return {
    async invoke(method: DescMethodUnary, request, context) {
      // Trap: the client never settles a call with a timeout of 0 or less.
      refuseExpired(context);
      const header = new Headers(writeContext(context));
      const signal = context.signal as AbortSignal | undefined;
      const answer = await client.unary(method, signal, remainingMs(context.deadline), header, request);
      return { message: answer.message, ...readReplyMetadata(answer.header) };
    },
  };
}

function optionsOf({ GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca }: Certificate) {
  return { cert, key, ca };
}
