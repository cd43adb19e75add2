import type { DescMessage, DescMethodUnary, MessageShape } from '@bufbuild/protobuf';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type Actor, isTenantActor, type TenantActor } from '../core/actor.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import { refuse } from '../core/errors/refusal.ts';
import type { Need } from '../core/grant.ts';
import type { RoleNeed } from '../core/roles.ts';
import type { Whose } from '../data/standstill/fence.ts';
import type { Runtime } from './runtime.ts';

/** The implementation of one RPC. Only `command` and `query` create it, so that no step of every call is forgotten. */
export interface Operation<I extends DescMessage = DescMessage, O extends DescMessage = DescMessage> {
  readonly method: DescMethodUnary<I, O>;
  /** A query changes nothing; `implement` compares it with the contract's `idempotency_level`. */
  readonly kind: 'command' | 'query';
  /** Whose rows a command changes, if not its caller's. */
  readonly of?: Whose | undefined;
  /** The callers that may call it, from the contract. */
  readonly access: ReadonlySet<Access>;
  /** What it needs of an integration that calls it, from the contract. */
  readonly need: Need;
  /** What it needs of an administrator who calls it, from the contract. */
  readonly roles: RoleNeed;
  run(runtime: Runtime, request: MessageShape<I>, context: CallContext): Promise<Reply<MessageShape<O>>>;
}

/** An operation of any messages: what the transports handle. */
// biome-ignore lint/suspicious/noExplicitAny: an operation is invariant in its messages; the registry checks them by method.
export type AnyOperation = Operation<any, any>;

/**
 * The caller of an operation, who names its institution. Undefined for an RPC that belongs to none, so that one which
 * reads its caller fails at its first call. An RPC that operators call for no institution may also be open to
 * administrators, who never leave theirs.
 */
export function tenantOf(access: ReadonlySet<Access>, actor: Actor): TenantActor {
  if (actor.kind === 'administrator' && access.has(Access.ADMINISTRATOR)) return actor;
  if (access.has(Access.PLATFORM) || access.has(Access.ANYONE)) return undefined as never;
  return isTenantActor(actor) ? actor : refuse('CALLER_UNAUTHENTICATED');
}
