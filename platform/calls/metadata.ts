import { type Actor, ANONYMOUS } from '../core/actor.ts';
import type { CallContext, Reply, ReplyMetadata } from '../core/call-context.ts';
import { refuse } from '../core/errors/refusal.ts';
import { isUuid, requestIdOf } from '../core/ids.ts';
import { headersOf, readSpan } from '../core/spans.ts';
import type { Identified } from './identity/claims.ts';
import type { IdentityVerifier } from './identity/identity-verifier.ts';

/** A call's context is sent between processes as metadata. Header names are lower case, values ASCII. */
export interface MetadataReader {
  get(name: string): string | null;
}

/** The members that a service adds to the context of an arriving call. */
export interface Arrival {
  readonly verifier: IdentityVerifier;
  readonly deadline: number;
  newRequestId(): string;
  readonly signal: AbortSignal;
}

const IDENTITY = 'lyceum-identity';
/**
 * The institution of an operator's call; the institution of an integration or a calendar feed is part of its identity.
 */
const INSTITUTION = 'lyceum-institution-id';
const REQUEST_ID = 'x-request-id';
const KEY = 'lyceum-idempotency-key';
const FINGERPRINT = 'lyceum-idempotency-fingerprint';
/**
 * A dry run is a fingerprint without a key: a service of a release that does not know dry runs refuses that, as it does
 * any incomplete key. A name of its own would be ignored there, and the write committed.
 */
const DRY_RUN = 'dry-run';
const REPLAYED = 'lyceum-replayed';
const REPLY_REQUEST_ID = 'lyceum-reply-request-id';
const REPLY_TIMESTAMP = 'lyceum-reply-timestamp';
const BYTES_WRITTEN = 'lyceum-bytes-written';

/**
 * The metadata of a call, without the deadline, which gRPC transmits itself. An idempotency key can contain any text
 * and is percent-encoded.
 */
export function writeContext(context: CallContext): [name: string, value: string][] {
  const { actor, token, idempotency, isDryRun, span } = context;
  const metadata: [string, string][] = [[REQUEST_ID, context.requestId]];
  if (token !== undefined) metadata.push([IDENTITY, token]);
  else if (actor.kind !== 'anonymous') refuse('CALLER_UNAUTHENTICATED', { cause: new Error('no identity to pass on') });
  if (actor.kind === 'operator' && actor.institutionId !== null) metadata.push([INSTITUTION, actor.institutionId]);
  if (isDryRun) metadata.push([FINGERPRINT, DRY_RUN]);
  else if (idempotency)
    metadata.push([KEY, encodeURIComponent(idempotency.key)], [FINGERPRINT, idempotency.fingerprint]);
  if (span) for (const [name, value] of Object.entries(headersOf(span))) if (value) metadata.push([name, value]);
  return metadata;
}

/**
 * The context of an arriving call; synchronous if its identity is cached. A call without an identity is anonymous.
 * Refuses an identity that identity has not signed, or that is not valid for the named institution; also an incomplete
 * or undecodable idempotency key, because a write must not run as if it had none.
 */
export function readContext(metadata: MetadataReader, arrival: Arrival): CallContext | Promise<CallContext> {
  const token = metadata.get(IDENTITY);
  if (token === null) return contextOf(metadata, arrival, { actor: ANONYMOUS });
  const who = arrival.verifier.verify(token);
  const named = (known: Identified) => contextOf(metadata, arrival, { actor: actorOf(known, metadata), token });
  return who instanceof Promise ? who.then(named) : named(who);
}

function contextOf(
  metadata: MetadataReader,
  { deadline, signal, ...ids }: Arrival,
  identity: Pick<CallContext, 'actor' | 'token'>,
): CallContext {
  const traceparent = metadata.get('traceparent');
  const span = traceparent === null ? undefined : readSpan({ traceparent, tracestate: metadata.get('tracestate') });
  return {
    ...identity,
    requestId: requestIdOf(metadata.get(REQUEST_ID), ids),
    deadline,
    signal,
    ...readKey(metadata),
    ...(span ? { span } : {}),
  };
}

function actorOf(who: Identified, metadata: MetadataReader): Actor {
  const institutionId = metadata.get(INSTITUTION);
  if (who.kind !== 'operator') {
    if (institutionId !== null && institutionId !== who.institutionId) refuse('CALLER_UNAUTHENTICATED');
    return who;
  }
  if (institutionId !== null && !isUuid(institutionId)) refuse('CALLER_UNAUTHENTICATED');
  return { kind: 'operator', institutionId, operator: { id: who.id, name: who.name } };
}

function readKey(metadata: MetadataReader): Pick<CallContext, 'idempotency' | 'isDryRun'> {
  const key = metadata.get(KEY);
  const fingerprint = metadata.get(FINGERPRINT);
  if (key === null && fingerprint === null) return {};
  if (key === null && fingerprint === DRY_RUN) return { isDryRun: true };
  if (key === null || fingerprint === null) refuse('REQUEST_INVALID');
  try {
    return { idempotency: { key: decodeURIComponent(key), fingerprint } };
  } catch (cause) {
    refuse('REQUEST_INVALID', { cause });
  }
}

/** The metadata of a reply; empty for a read. */
export function writeReplyMetadata({
  metadata,
  bytesWritten,
}: Omit<Reply, 'message'>): [name: string, value: string][] {
  const entries: [string, string][] = [];
  if (bytesWritten !== undefined) entries.push([BYTES_WRITTEN, String(bytesWritten)]);
  if (metadata) {
    entries.push(
      [REPLAYED, String(metadata.replayed)],
      [REPLY_REQUEST_ID, metadata.requestId],
      [REPLY_TIMESTAMP, metadata.timestamp],
    );
  }
  return entries;
}

/** The inverse of {@link writeReplyMetadata}. */
export function readReplyMetadata(header: MetadataReader): Omit<Reply, 'message'> {
  const bytesWritten = header.get(BYTES_WRITTEN);
  const timestamp = header.get(REPLY_TIMESTAMP);
  return {
    ...(bytesWritten === null ? {} : { bytesWritten: Number(bytesWritten) }),
    ...(timestamp === null ? {} : { metadata: replyMetadata(header, timestamp) }),
  };
}

function replyMetadata(header: MetadataReader, timestamp: string): ReplyMetadata {
  return { replayed: header.get(REPLAYED) === 'true', requestId: header.get(REPLY_REQUEST_ID) ?? '', timestamp };
}
