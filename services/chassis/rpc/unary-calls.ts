import { type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import {
  type handleUnaryCall,
  Metadata,
  type Server,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { deadlineAfter } from '../clock.ts';
import { refuse } from '../errors/refusal.ts';
import { toStatus } from '../errors/status.ts';
import type { Implementation } from '../implement.ts';
import type { Reply } from '../operation.ts';
import type { RunningService } from '../service.ts';
import { CALL_MS_AT_MOST } from './message-limits.ts';
import { readContext, writeReplyMetadata } from './metadata.ts';
import { readRequest } from './read-request.ts';

/** Lets a server answer ordinary unary calls of a service. */
export function addUnaryCalls(server: Server, running: RunningService): void {
  for (const implementation of running.definition.implementations) {
    server.addService(definitionOf(implementation), handlersOf(implementation, running));
  }
}

function definitionOf({ service }: Implementation): ServiceDefinition {
  return Object.fromEntries(
    service.methods.map((method) => [
      method.localName,
      {
        path: `/${service.typeName}/${method.name}`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (message: Message) => Buffer.from(toBinary(method.input, message)),
        // Parsed in `answer`: what throws here is INTERNAL to the library.
        requestDeserialize: (bytes: Buffer) => bytes,
        responseSerialize: (message: Message) => Buffer.from(toBinary(method.output, message)),
        responseDeserialize: (bytes: Buffer) => fromBinary(method.output, bytes),
      },
    ]),
  );
}

function handlersOf({ service }: Implementation, running: RunningService): UntypedServiceImplementation {
  const handlers: Record<string, handleUnaryCall<Buffer, Message>> = {};
  for (const method of service.methods) {
    handlers[method.localName] = (call, respond) => {
      answer(method, call, running).then(
        (reply) => {
          const metadata = writeReplyMetadata(reply);
          if (metadata.length > 0) call.sendMetadata(toMetadata(metadata));
          respond(null, reply.message);
        },
        (thrown: unknown) => {
          const error = thrown instanceof ConnectError ? thrown : toStatus(thrown);
          respond({ code: error.code as number, details: error.rawMessage, metadata: errorMetadata(error) });
        },
      );
    };
  }
  return handlers as UntypedServiceImplementation;
}

/** Throws Refusals and ConnectErrors. */
async function answer(
  method: DescMethod,
  call: ServerUnaryCall<Buffer, Message>,
  running: RunningService,
): Promise<Reply> {
  const ended = new AbortController();
  call.on('cancelled', () => ended.abort());
  const context = readContext(
    { get: (name) => call.metadata.get(name)[0]?.toString() ?? null },
    {
      deadline: Math.min(Number(call.getDeadline()), deadlineAfter(CALL_MS_AT_MOST)),
      newRequestId: () => running.runtime.ids.newRequestId(),
      signal: ended.signal,
    },
  );
  if (!context) refuse('CALLER_UNAUTHENTICATED');
  return running.handle(method, readRequest(method, call.request), context);
}

function errorMetadata(error: ConnectError): Metadata {
  const trailer = new Headers();
  setTrailerStatus(trailer, error);
  const details = trailer.get('grpc-status-details-bin');
  const metadata = new Metadata();
  if (details !== null) metadata.set('grpc-status-details-bin', Buffer.from(details, 'base64'));
  return metadata;
}

function toMetadata(entries: readonly [string, string][]): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of entries) metadata.set(name, value);
  return metadata;
}
