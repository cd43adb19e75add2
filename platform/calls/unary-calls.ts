import { type DescMethod, type DescService, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import {
  type handleUnaryCall,
  Metadata,
  type Server,
  type ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { deadlineAfter } from '../core/clock.ts';
import { toStatus } from '../core/errors/status.ts';
import type { Reply } from '../core/reply.ts';
import type { IdentityVerifier } from './identity/identity-verifier.ts';
import { CALL_MS_AT_MOST } from './message-limits.ts';
import { readContext, writeReplyMetadata } from './metadata.ts';
import { allowedCallersOf, Peer } from './peer.ts';
import { readRequest } from './read-request.ts';
import type { ServedService } from './served-service.ts';

/** Whom a server believes, and what it says to others. */
export interface Callers {
  /** Whose certificates the server trusts, and as whom it shows itself; without them anybody may call, unencrypted. */
  readonly credentials?: ServerCredentials | undefined;
  /** Tells who its callers are. */
  readonly verifier: IdentityVerifier;
  /** Whether those who are not known hear what they lack: not in production. */
  readonly explains?: boolean | undefined;
}

/** Lets a server answer ordinary unary calls of a service. */
export function addUnaryCalls(server: Server, running: ServedService, callers: Callers): void {
  for (const { service } of running.definition.implementations) {
    server.addService(definitionOf(service), handlersOf(service, running, callers));
  }
}

function definitionOf(service: DescService): ServiceDefinition {
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

function handlersOf(service: DescService, running: ServedService, callers: Callers): UntypedServiceImplementation {
  const handlers: Record<string, handleUnaryCall<Buffer, Message>> = {};
  for (const method of service.methods) {
    const answer = answererOf(running, callers, method);
    handlers[method.localName] = (call, respond) => {
      answer(call).then(
        (reply) => {
          const metadata = writeReplyMetadata(reply);
          if (metadata.length > 0) call.sendMetadata(toMetadata(metadata));
          respond(null, reply.message);
        },
        (thrown: unknown) => {
          const error = thrown instanceof ConnectError ? thrown : toStatus(thrown);
          const isExplained = callers.explains === true && error.code === Code.Unauthenticated;
          const details = isExplained ? `${error.rawMessage} ${WHAT_IS_MISSING}` : error.rawMessage;
          respond({ code: error.code as number, details, metadata: errorMetadata(error) });
        },
      );
    };
  }
  return handlers as UntypedServiceImplementation;
}

/** Throws Refusals and ConnectErrors. */
function answererOf(running: ServedService, { verifier, credentials }: Callers, method: DescMethod) {
  const allowed = allowedCallersOf(method);
  return async (call: ServerUnaryCall<Buffer, Message>): Promise<Reply> => {
    const ended = new AbortController();
    call.on('cancelled', () => ended.abort());
    const context = await readContext(
      { get: (name) => call.metadata.get(name)[0]?.toString() ?? null },
      {
        verifier,
        deadline: Math.min(Number(call.getDeadline()), deadlineAfter(CALL_MS_AT_MOST)),
        newRequestId: () => running.runtime.ids.newRequestId(),
        signal: ended.signal,
      },
    );
    Peer.of(call, credentials !== undefined).admit(allowed, context.actor);
    return running.invoke(method, readRequest(method, call.request), context);
  };
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

const WHAT_IS_MISSING =
  'The metadata lyceum-identity must be what lyceum.directory.v1.OperatorService/AuthenticateOperator or IntegrationService/AuthenticateIntegration has answered a moment ago, and an operator names the institution in lyceum-institution-id: docs/security.md.';
