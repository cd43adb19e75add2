import type { DescMessage, DescMethodUnary, MessageShape } from '@bufbuild/protobuf';
import type { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Reply } from '../core/reply.ts';
import type { Runtime } from './runtime.ts';

/** The implementation of one RPC. Create it with `command` or `query` only, so that no step that every call needs is forgotten. */
export interface Operation<I extends DescMessage = DescMessage, O extends DescMessage = DescMessage> {
  readonly method: DescMethodUnary<I, O>;
  /** A query changes nothing; `implement` compares it with the contract's `idempotency_level`. */
  readonly kind: 'command' | 'query';
  /** Who may call it, from the contract. */
  readonly access: Access;
  /** A platform operation belongs to no institution; `implement` compares it with `access`. */
  readonly scope: 'tenant' | 'platform';
  run(runtime: Runtime, request: MessageShape<I>, context: CallContext): Promise<Reply<MessageShape<O>>>;
}

/** An operation of any messages: what the transports handle. */
// biome-ignore lint/suspicious/noExplicitAny: an operation is invariant in its messages; the registry checks them by method.
export type AnyOperation = Operation<any, any>;
