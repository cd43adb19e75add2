import type { DescMessage, DescMethodUnary, Message, MessageShape } from '@bufbuild/protobuf';
import type { CallContext, ReplyFacts } from './call-context.ts';
import type { Runtime } from './runtime.ts';

/** What answers one RPC: made by `command` or `query` only, so that nothing that every call needs can be forgotten. */
export interface Operation<I extends DescMessage = DescMessage, O extends DescMessage = DescMessage> {
  readonly method: DescMethodUnary<I, O>;
  /** A query changes nothing; `implement` compares it with the contract's `idempotency_level`. */
  readonly kind: 'command' | 'query';
  /** A platform operation belongs to no institution; `implement` compares it with the contract's `access`. */
  readonly scope: 'tenant' | 'platform';
  run(runtime: Runtime, request: MessageShape<I>, context: CallContext): Promise<Reply<MessageShape<O>>>;
}

export interface Reply<M extends Message = Message> {
  readonly message: M;
  /** Present on keyed writes. */
  readonly facts?: ReplyFacts;
}

/** An operation of whatever messages: what the transports handle. */
// biome-ignore lint/suspicious/noExplicitAny: an operation is invariant in its messages; the registry checks them by method.
export type AnyOperation = Operation<any, any>;
