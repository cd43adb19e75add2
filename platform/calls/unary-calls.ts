import type { ConnectError } from '@connectrpc/connect';
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { type handleUnaryCall, Metadata, type MethodDefinition, type Server } from '@grpc/grpc-js';
import type { MuxAnswer } from '../../libraries/grpc-mux/index.ts';
import { deadlineAfter, deadlineAt } from '../core/clock.ts';
import { answerCall, type Callers, explainUnauthenticated } from './answer-call.ts';
import { MAX_CALL_MS } from './message-limits.ts';
import { Peer } from './peer.ts';
import { type ServedMethod, type ServedService, servedMethods } from './served-methods.ts';

/** Adds the plain unary calls of a service to a server. */
export function addUnaryCalls(server: Server, running: ServedService, callers: Callers): void {
  const served = servedMethods([running]);
  const paths = [...served.keys()];
  // The library rejects a service without methods.
  if (paths.length === 0) return;
  server.addService(
    Object.fromEntries(paths.map((path) => [path, definitionOf(path)])),
    Object.fromEntries([...served].map(([path, method]) => [path, handlerOf(method, callers)])),
  );
}

/** The library handles messages as bytes: it would turn an error thrown while decoding into INTERNAL. */
function definitionOf(path: string): MethodDefinition<Buffer, Uint8Array> {
  const asItIs = (bytes: Buffer) => bytes;
  const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: asItIs,
    requestDeserialize: asItIs,
    responseSerialize: toBuffer,
    responseDeserialize: asItIs,
  };
}

function handlerOf(served: ServedMethod, callers: Callers) {
  const handle: handleUnaryCall<Buffer, Uint8Array> = (call, respond) => {
    const ended = new AbortController();
    call.on('cancelled', () => ended.abort());
    const arrived = {
      payload: call.request,
      metadata: { get: (name: string) => call.metadata.get(name)[0]?.toString() ?? null },
      deadline: Math.min(deadlineAt(Number(call.getDeadline())), deadlineAfter(MAX_CALL_MS)),
      signal: ended.signal,
    };
    const peer = Peer.of(call, callers.tls !== undefined);
    answerCall(served, arrived, { verifier: callers.verifier, peer }).then(
      ({ payload, metadata }) => {
        if (metadata.length > 0) call.sendMetadata(toMetadata(metadata));
        respond(null, payload);
      },
      (error: ConnectError) => {
        const { code, rawMessage: details } = explainUnauthenticated(callers, error);
        respond({ code: code as number, details, metadata: errorMetadata(error) });
      },
    );
  };
  return handle;
}

function errorMetadata(error: ConnectError): Metadata {
  const trailer = new Headers();
  setTrailerStatus(trailer, error);
  const details = trailer.get('grpc-status-details-bin');
  const metadata = new Metadata();
  if (details !== null) metadata.set('grpc-status-details-bin', Buffer.from(details, 'base64'));
  return metadata;
}

function toMetadata(entries: MuxAnswer['metadata']): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of entries) metadata.set(name, value);
  return metadata;
}
