import { type DescMessage, type DescMethodUnary, getOption, type Message, type MessageShape } from '@bufbuild/protobuf';
import { Access, access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { CallContext, ReplyFacts } from '../core/call-context.ts';
import type { Runtime } from './runtime.ts';

/** What answers one RPC: made by `command` or `query` only, so that nothing that every call needs can be forgotten. */
export interface Operation<I extends DescMessage = DescMessage, O extends DescMessage = DescMessage> {
  readonly method: DescMethodUnary<I, O>;
  /** A query changes nothing; `implement` compares it with the contract's `idempotency_level`. */
  readonly kind: 'command' | 'query';
  /** Who may call it, as the contract says. */
  readonly access: Access;
  /** A platform operation belongs to no institution; `implement` compares it with `access`. */
  readonly scope: 'tenant' | 'platform';
  run(runtime: Runtime, request: MessageShape<I>, context: CallContext): Promise<Reply<MessageShape<O>>>;
}

export interface Reply<M extends Message = Message> {
  readonly message: M;
  /** The message's bytes, where they were needed before: a write is encoded before it is committed. */
  readonly encoded?: Uint8Array;
  /** Present on keyed writes. */
  readonly facts?: ReplyFacts;
  /** What a write has sent to its database, in bytes; absent where nothing was written. */
  readonly bytesWritten?: number;
}

/** An operation of whatever messages: what the transports handle. */
// biome-ignore lint/suspicious/noExplicitAny: an operation is invariant in its messages; the registry checks them by method.
export type AnyOperation = Operation<any, any>;

/** Who may call an RPC. What the contract does not say is a tenant's call. */
export function accessOf(method: DescMethodUnary): Access {
  const stated = getOption(method, access);
  return stated === Access.UNSPECIFIED ? Access.TENANT : stated;
}
