import type { Actor } from '../actor.ts';
import type { CallContext, IdempotencyKey, ReplyFacts } from '../call-context.ts';
import { refuse } from '../errors/refusal.ts';
import { isUuid } from '../ids.ts';
import type { Reply } from '../operation.ts';
import { PassedSpan } from '../tracing/passed-span.ts';

/** How a call's context travels between processes: as metadata. Header names are lower case, values ASCII. */
export interface MetadataReader {
  get(name: string): string | null;
}

const ACTOR = 'lyceum-actor';
const INSTITUTION = 'lyceum-institution-id';
const INTEGRATION = 'lyceum-integration-id';
const CREATED_BY = 'lyceum-integration-created-by';
const REQUEST_ID = 'x-request-id';
const KEY = 'lyceum-idempotency-key';
const FINGERPRINT = 'lyceum-idempotency-fingerprint';
/** W3C Trace Context: the names that every other system knows, too. */
const TRACEPARENT = 'traceparent';
const TRACESTATE = 'tracestate';
const REPLAYED = 'lyceum-replayed';
const REPLY_REQUEST_ID = 'lyceum-reply-request-id';
const REPLY_TIMESTAMP = 'lyceum-reply-timestamp';
const BYTES_WRITTEN = 'lyceum-bytes-written';

/** The metadata of a call; the deadline is not among them, gRPC carries it itself. A key may hold any text and is percent-encoded. */
export function writeContext(context: CallContext): [name: string, value: string][] {
  const { actor, idempotency, span } = context;
  const metadata: [string, string][] = [
    [ACTOR, actor.kind],
    [REQUEST_ID, context.requestId],
  ];
  if (actor.institutionId !== null) metadata.push([INSTITUTION, actor.institutionId]);
  if (actor.kind === 'integration') {
    metadata.push([INTEGRATION, actor.integrationId]);
    if (actor.createdBy !== null) metadata.push([CREATED_BY, actor.createdBy]);
  }
  if (idempotency) metadata.push([KEY, encodeURIComponent(idempotency.key)], [FINGERPRINT, idempotency.fingerprint]);
  if (span) {
    metadata.push([TRACEPARENT, span.traceparent]);
    if (span.tracestate !== '') metadata.push([TRACESTATE, span.tracestate]);
  }
  return metadata;
}

/**
 * The context of an arriving call, or null when it names no caller, or one whose ids cannot be any. Refuses half an idempotency key, and
 * one that cannot be decoded: a write must not run as if it had none.
 */
export function readContext(
  metadata: MetadataReader,
  own: { deadline: number; newRequestId: () => string; signal: AbortSignal },
): CallContext | null {
  const actor = readActor(metadata);
  if (!actor) return null;
  const idempotency = readKey(metadata);
  const traceparent = metadata.get(TRACEPARENT);
  const span = traceparent === null ? undefined : PassedSpan.read(traceparent, metadata.get(TRACESTATE));
  return {
    actor,
    requestId: metadata.get(REQUEST_ID) ?? own.newRequestId(),
    deadline: own.deadline,
    signal: own.signal,
    ...(idempotency ? { idempotency } : {}),
    ...(span ? { span } : {}),
  };
}

function readKey(metadata: MetadataReader): IdempotencyKey | null {
  const key = metadata.get(KEY);
  const fingerprint = metadata.get(FINGERPRINT);
  if (key === null && fingerprint === null) return null;
  if (key === null || fingerprint === null) refuse('REQUEST_INVALID');
  try {
    return { key: decodeURIComponent(key), fingerprint };
  } catch (cause) {
    refuse('REQUEST_INVALID', { cause });
  }
}

function readActor(metadata: MetadataReader): Actor | null {
  const institutionId = metadata.get(INSTITUTION);
  const integrationId = metadata.get(INTEGRATION);
  const createdBy = metadata.get(CREATED_BY);
  if ([institutionId, integrationId, createdBy].some((id) => id !== null && !isUuid(id))) return null;
  switch (metadata.get(ACTOR)) {
    case 'integration':
      if (institutionId === null || integrationId === null) return null;
      return { kind: 'integration', institutionId, integrationId, createdBy };
    case 'operator':
      return { kind: 'operator', institutionId };
    case 'gateway':
      return { kind: 'gateway', institutionId: null };
    default:
      return null;
  }
}

/** What a reply says beside its message; nothing for a read. */
export function writeReplyMetadata({ facts, bytesWritten }: Omit<Reply, 'message'>): [name: string, value: string][] {
  const metadata: [string, string][] = [];
  if (bytesWritten !== undefined) metadata.push([BYTES_WRITTEN, String(bytesWritten)]);
  if (facts) {
    metadata.push(
      [REPLAYED, String(facts.replayed)],
      [REPLY_REQUEST_ID, facts.requestId],
      [REPLY_TIMESTAMP, facts.timestamp],
    );
  }
  return metadata;
}

/** What a write has sent to its database, in bytes; 0 of a read and of a replay. */
export function readBytesWritten(header: MetadataReader): number {
  return Number(header.get(BYTES_WRITTEN) ?? 0);
}

export function readReplyFacts(header: MetadataReader): ReplyFacts | undefined {
  const timestamp = header.get(REPLY_TIMESTAMP);
  if (timestamp === null) return undefined;
  return { replayed: header.get(REPLAYED) === 'true', requestId: header.get(REPLY_REQUEST_ID) ?? '', timestamp };
}
