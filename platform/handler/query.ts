import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Call } from '../calls/caller.ts';
import { accessOf } from '../core/access.ts';
import { type Actor, isTenantActor, type TenantActor } from '../core/actor.ts';
import type { CallContext } from '../core/call-context.ts';
import { refuse } from '../core/errors/refusal.ts';
import type { Reader } from '../data/tx.ts';
import type { Operation } from './operation.ts';
import type { Runtime } from './runtime.ts';

export interface QueryContext<A extends Actor = TenantActor> {
  readonly actor: A;
  /** When the call arrived, in epoch milliseconds. */
  readonly now: number;
  readonly requestId: string;
  readonly runtime: Runtime;
  /** Calls another service on behalf of the same caller. */
  readonly call: Call;
}

type RunQuery<I extends DescMessage, O extends DescMessage, A extends Actor> = (
  db: Reader,
  request: MessageShape<I>,
  context: QueryContext<A>,
) => Promise<MessageInitShape<O>>;

/** A read of one institution's data. It writes nothing and sees everything that was committed before it began. */
export function query<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: RunQuery<I, O, TenantActor>,
): Operation<I, O> {
  return {
    method,
    kind: 'query',
    access: accessOf(method),
    scope: 'tenant',
    async run(runtime, request, context) {
      const { actor } = context;
      if (!isTenantActor(actor)) refuse('CALLER_UNAUTHENTICATED');
      return {
        message: create(method.output, await run(runtime.db, request, new CallOfQuery(runtime, context, actor))),
      };
    },
  };
}

/** A read that belongs to no institution, such as looking up credentials. */
export function platformQuery<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: RunQuery<I, O, Actor>,
): Operation<I, O> {
  return {
    method,
    kind: 'query',
    access: accessOf(method),
    scope: 'platform',
    async run(runtime, request, context) {
      return {
        message: create(
          method.output,
          await run(runtime.db, request, new CallOfQuery(runtime, context, context.actor)),
        ),
      };
    },
  };
}

class CallOfQuery<A extends Actor> implements QueryContext<A> {
  readonly actor: A;
  readonly now: number;
  readonly requestId: string;
  readonly runtime: Runtime;
  readonly #context: CallContext;

  constructor(runtime: Runtime, context: CallContext, actor: A) {
    this.actor = actor;
    this.now = runtime.clock.now();
    this.requestId = context.requestId;
    this.runtime = runtime;
    this.#context = context;
  }

  get call(): Call {
    return this.runtime.call(this.#context);
  }
}
