import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { TransactionOptions } from '../../../libraries/pg-batch/index.ts';
import { roleNeedOf } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import { toInstantText } from '../../core/instant.ts';
import { type RoleName, roleUsed } from '../../core/roles.ts';

/** The author, operation and time of a transaction, which all its audit records share. */
export interface Author {
  readonly kind: Actor['kind'] | 'consumer';
  /** The integration's, administrator's or operator's id, or the consumer's name. */
  readonly id: string | null;
  /** The administrator's or operator's name. */
  readonly name: string | null;
  /** The role that allowed an administrator to do it; null for what concerns the administrator alone. */
  readonly role?: RoleName | null;
  /** The user for whom the integration was created. */
  readonly onBehalfOf: string | null;
  /** The full name of the RPC, or the type of the event. */
  readonly operation: string;
  readonly requestId: string;
  /** The event that a consumer handles. */
  readonly cause: string | null;
  /** Why, in the words of who does it. */
  readonly reason?: string | null;
  /** In epoch milliseconds. */
  readonly now: number;
}

/** The caller of an RPC. */
export function authorOfCall(
  actor: Actor,
  {
    method,
    requestId,
    now,
    reason,
  }: { method: DescMethodUnary; requestId: string; now: number; reason?: string | undefined },
): Author {
  return {
    kind: actor.kind,
    ...whoIs(actor),
    role: actor.kind === 'administrator' ? (roleUsed(actor.roles, roleNeedOf(method, { writes: true })) ?? null) : null,
    operation: `${method.parent.typeName}/${method.name}`,
    requestId,
    cause: null,
    reason: reason ?? null,
    now,
  };
}

function whoIs(actor: Actor): Pick<Author, 'id' | 'name' | 'onBehalfOf'> {
  if (actor.kind === 'integration') return { id: actor.integrationId, name: null, onBehalfOf: actor.createdBy };
  if (actor.kind === 'administrator') return { id: actor.userId, name: actor.name, onBehalfOf: null };
  const { id = null, name = null } = actor.kind === 'operator' ? (actor.operator ?? {}) : {};
  return { id, name, onBehalfOf: null };
}

/**
 * The options of a transaction that changes audited tables: the values that follow those of each change
 * (`auditedText`).
 */
export function writtenBy(author: Author): Pick<TransactionOptions, 'client' | 'context'> {
  const { kind, id, name, role = null, onBehalfOf, operation, requestId, cause, reason = null } = author;
  const context = [toInstantText(author.now), kind, id, name, role, onBehalfOf, operation, requestId, cause, reason];
  return { client: id ?? undefined, context };
}
