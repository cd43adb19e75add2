import type { DescMessage, DescMethod, Message } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { decode, encode, type MuxAnswer, type MuxCall } from '../../libraries/grpc-mux/index.ts';
import type { CallContext } from '../core/call-context.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import { LARGE_MESSAGE_BYTES, yieldToEventLoop } from '../core/event-loop.ts';
import type { IdentityVerifier } from './identity/identity-verifier.ts';
import { MAX_MESSAGE_BYTES } from './message-limits.ts';
import { readContext, writeReplyMetadata } from './metadata.ts';
import type { Peer } from './peer.ts';
import type { ServedMethod } from './served-methods.ts';
import type { ServiceTls } from './tls.ts';

/** A call from another process, as the servers of all protocols hand it over. */
export type ArrivedCall = Omit<MuxCall, 'method'>;

/** The two ends of a call: its caller, and the verifier of the caller's identity. */
export interface Answering {
  readonly verifier: IdentityVerifier;
  /** The other end of the call's connection. */
  readonly peer: Peer;
}

/**
 * Answers a call that arrives as bytes: authenticates and authorises the caller, decodes, runs, and encodes the reply.
 * Throws ConnectErrors only.
 */
export async function answerCall(
  served: ServedMethod | undefined,
  call: ArrivedCall,
  answering: Answering,
): Promise<MuxAnswer> {
  try {
    if (!served) refuse('OPERATION_UNIMPLEMENTED');
    const admitted = admitCall(served, call, answering);
    const context = admitted instanceof Promise ? await admitted : admitted;
    if (call.payload.length > LARGE_MESSAGE_BYTES) await yieldToEventLoop();
    const reply = await served.handle(readRequest(served.method, call.payload), context);
    const payload = reply.encoded ?? encodeReply(served.method.output, reply.message);
    return { payload, metadata: writeReplyMetadata(reply) };
  } catch (thrown) {
    throw thrown instanceof ConnectError ? thrown : toStatus(thrown);
  }
}

/** Authenticates and authorises the caller before decoding; synchronous if the identity is cached. Throws Refusals. */
export function admitCall(
  served: ServedMethod,
  { metadata, deadline, signal }: Omit<ArrivedCall, 'payload'>,
  { verifier, peer }: Answering,
): CallContext | Promise<CallContext> {
  const admit = (context: CallContext) => {
    if (served.allowed) peer.admit(served.allowed, context.actor);
    return context;
  };
  const read = readContext(metadata, { verifier, deadline, signal, newRequestId: served.newRequestId });
  return read instanceof Promise ? read.then(admit) : admit(read);
}

/** Bytes that do not decode are the caller's fault. */
function readRequest({ input }: DescMethod, bytes: Uint8Array): Message {
  try {
    return decode(input, bytes);
  } catch (cause) {
    refuse('REQUEST_INVALID', { cause });
  }
}

/** How a server authenticates callers, and what errors it returns. */
export interface Callers {
  /** The server's certificate and the authorities it trusts; if absent, anyone can connect, unencrypted. */
  readonly tls?: ServiceTls | undefined;
  /** Verifies the identities of callers. */
  readonly verifier: IdentityVerifier;
  /** Whether errors to unauthenticated callers name the missing metadata: not in production. */
  readonly explains?: boolean | undefined;
}

/** The error to return to a caller. */
export function explainUnauthenticated({ explains }: Callers, error: ConnectError): ConnectError {
  if (!explains || error.code !== Code.Unauthenticated) return error;
  const { rawMessage, code, metadata, details, cause } = error;
  return new ConnectError(`${rawMessage} ${WHAT_IS_MISSING}`, code, metadata, details as OutgoingDetails, cause);
}

const WHAT_IS_MISSING =
  'The metadata lyceum-identity must be what lyceum.identity.v1.OperatorService/AuthenticateOperator or IntegrationService/AuthenticateIntegration has answered a moment ago, and an operator names the institution in lyceum-institution-id: docs/internal-services.md.';

type OutgoingDetails = ConstructorParameters<typeof ConnectError>[3];

/**
 * A reply's bytes. Throws for values that the fields' types cannot represent, and DEPENDENCY_UNAVAILABLE if the message
 * is too large for a call.
 */
export function encodeReply(schema: DescMessage, message: Message): Buffer {
  const encoded = encode(schema, message);
  if (encoded.length <= MAX_MESSAGE_BYTES) return encoded;
  throw new Refusal('DEPENDENCY_UNAVAILABLE', { cause: new Error('the answer is too large') });
}
