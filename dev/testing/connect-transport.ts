import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { Transport as ConnectClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import type { Transport } from '../../platform/calls/caller.ts';
import { readReplyMetadata, writeContext } from '../../platform/calls/metadata.ts';
import { refuseWhatIsOver } from '../../platform/calls/remote-transport.ts';
import { remainingMs } from '../../platform/core/clock.ts';

/** Clients of the Connect project, by the protocol that they speak and the version of HTTP that carries it. */
const CLIENTS = {
  'connect json': (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false }),
  'connect binary': (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: true }),
  'connect http/2': (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '2' }),
  'grpc-web': (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '1.1' }),
  'grpc-web http/2': (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '2' }),
  'connect-node grpc': (baseUrl) => createGrpcTransport({ baseUrl }),
} satisfies Record<string, (baseUrl: string) => ConnectClient>;

export type ConnectKind = keyof typeof CLIENTS;
export const connectKinds = Object.keys(CLIENTS) as ConnectKind[];

/** Calls services as a program with Connect's client does. @param baseUrl `http://127.0.0.1:9090` */
export function connectTransport(kind: ConnectKind, baseUrl: string): Transport {
  const client = CLIENTS[kind](baseUrl);
  return {
    async invoke(method: DescMethodUnary, request, context) {
      // Trap: the client never settles a call whose timeout is not above 0.
      refuseWhatIsOver(context);
      const header = new Headers(writeContext(context));
      const signal = context.signal as AbortSignal | undefined;
      const answer = await client.unary(method, signal, remainingMs(context.deadline), header, request);
      return { message: answer.message, ...readReplyMetadata(answer.header) };
    },
  };
}
