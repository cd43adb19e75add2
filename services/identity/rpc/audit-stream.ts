import type { Guard } from '../../../libraries/outbound-guard/index.ts';
import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { isWebAddress } from '../../../platform/core/formats.ts';
import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { newSigningSecret } from '../../../platform/outbound/signing-secret.ts';
import {
  type AuditStream,
  AuditStreamKind,
  AuditStreamSchema,
  AuditStreamService,
} from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { ownerOf, requireSecret } from '../audit-stream/secret.ts';
import { openIdConfig } from '../config.ts';
import { begun, type Progress, type StreamKind } from '../domain/audit-stream.ts';
import { refuse } from '../domain/refusals.ts';
import { isAllowed } from '../openid/openid-client.ts';
import { lockAdministrators } from '../store/administrators.ts';
import {
  type AuditStreamRow,
  deleteStream,
  findPosition,
  findStream,
  insertStream,
  lockStream,
  progressOf,
  updateStream,
  writePosition,
} from '../store/audit-streams.ts';

/**
 * Sets the institution's stream. Another receiver never gets a secret that was given for the former one. Whatever is
 * changed, it goes on at once, where it is or from the instant that the caller names.
 */
export const setAuditStream = command(AuditStreamService.method.setAuditStream, {
  async run(tx, { url, from, precondition, secret: given, ...request }, { actor, now, newId, runtime }) {
    const { keys, guard } = openIdConfig(runtime);
    const kind: StreamKind = KINDS.of(request.kind);
    requireReceiver(url, guard);
    if (given !== undefined) requireSecret(kind, given);
    // The lock of concurrent first ones.
    lockAdministrators(tx, actor);
    const [stored, position] = [await lockStream(tx, actor), await findPosition(tx, actor)];
    checkRevision(precondition, stored?.revision ?? '');
    const { institutionId } = actor;
    const at = toInstantText(now);
    const { id, createdAt } = stored ?? { id: newId(), createdAt: at };
    const isSame = stored?.kind === kind && new URL(stored.url).origin === new URL(url).origin;
    const made = given === undefined && !isSame && kind === 'https' ? newSigningSecret(runtime.ids) : undefined;
    const secret = given ?? made;
    const sealed =
      secret === undefined && isSame ? stored : keys.seal(secret ?? refuseMissing(), ownerOf({ institutionId, id }));
    const stream = {
      ...{ institutionId, id, kind, url, keyId: sealed.keyId, sealed: sealed.sealed, pausedBy: null, createdAt },
      ...{ updatedAt: stored ? changedAt(stored.updatedAt, now) : at, revision: newId() },
    };
    if (stored) updateStream(tx, stream);
    else insertStream(tx, stream);
    const cursor = from ?? (stored && position?.cursor) ?? at;
    const progress = { ...begun(cursor, now), acceptedAt: position && stored ? progressOf(position).acceptedAt : null };
    writePosition(tx, actor, progress);
    return { response: { stream: messageOf(stream, progress), secret: made ?? '' } };
  },
});

/** The institution's stream, without its secret. */
export const getAuditStream = query(AuditStreamService.method.getAuditStream, async (db, _, { actor }) => {
  const [stream, position] = await Promise.all([findStream(db, actor), findPosition(db, actor)]);
  return stream && position ? { stream: messageOf(stream, progressOf(position)) } : {};
});

/** Tries again at once, from where it is. */
export const resumeAuditStream = command(AuditStreamService.method.resumeAuditStream, {
  async run(tx, _, { actor, now, newId }) {
    const stored = (await lockStream(tx, actor)) ?? refuse('AUDIT_STREAM_NOT_FOUND');
    const position = (await findPosition(tx, actor)) ?? refuse('AUDIT_STREAM_NOT_FOUND');
    const stream = { ...stored, pausedBy: null, updatedAt: changedAt(stored.updatedAt, now), revision: newId() };
    if (stored.pausedBy !== null) updateStream(tx, stream);
    const progress = { ...begun(position.cursor, now), acceptedAt: progressOf(position).acceptedAt };
    writePosition(tx, actor, progress);
    return { response: { stream: messageOf(stream, progress) } };
  },
});

/** Removes the institution's stream, with its secret; idempotent. */
export const removeAuditStream = command(AuditStreamService.method.removeAuditStream, {
  async run(tx, { precondition }, { actor }) {
    const stored = await lockStream(tx, actor);
    if (!stored) return { response: {} };
    checkRevision(precondition, stored.revision);
    deleteStream(tx, stored);
    return { response: {} };
  },
});

const KINDS = lowerCaseTexts(AuditStreamKind);
const writeMessage = messageWriter(AuditStreamSchema);

/** @param progress its instants are epoch milliseconds */
function messageOf(stream: AuditStreamRow, { cursor, fault, failingSince, acceptedAt }: Progress): AuditStream {
  const [failing, accepted] = [failingSince, acceptedAt].map((at) => (at === null ? null : toInstantText(at)));
  const sent = {
    fault,
    failingSince: failing ?? null,
    acceptedAt: accepted ?? null,
    sentUntil: cursor.split('_', 1).join(),
  };
  return writeMessage({ ...stream, ...sent, kind: KINDS.from(stream.kind) });
}

function refuseMissing(): never {
  refuseField('/secret', 'required', 'is required for another receiver');
}

function requireReceiver(url: string, guard: Guard): void {
  if (isWebAddress(url) && !/^[^/]*\/\/[^/]*@|[#\\]/.test(url)) {
    const parsed = new URL(url);
    if (isAllowed(parsed, guard) && guard.allowsHost(parsed.hostname)) return;
  }
  refuseField('/url', 'invalid_value', 'must be an https URL on the internet, without user, password and fragment');
}
