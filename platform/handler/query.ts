import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Call } from '../calls/caller.ts';
import { accessOf } from '../core/access.ts';
import type { TenantActor } from '../core/actor.ts';
import type { Reader } from '../data/tx.ts';
import { type Operation, tenantOf } from './operation.ts';
import type { Runtime } from './runtime.ts';

export interface QueryContext {
  /** See {@link tenantOf}. */
  readonly actor: TenantActor;
  /** When the call arrived, in epoch milliseconds. */
  readonly now: number;
  readonly requestId: string;
  readonly runtime: Runtime;
  /** Calls another service on behalf of the same caller. */
  readonly call: Call;
}

/** A read. It writes nothing and sees everything that was committed before it began. */
export function query<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (db: Reader, request: MessageShape<I>, context: QueryContext) => Promise<MessageInitShape<O>>,
): Operation<I, O> {
  const access = accessOf(method);
  return {
    method,
    kind: 'query',
    access,
    async run(runtime, request, context) {
      const own: QueryContext = {
        actor: tenantOf(access, context.actor),
        now: runtime.clock.now(),
        requestId: context.requestId,
        runtime,
        get call() {
          return runtime.call(context);
        },
      };
      return { message: create(method.output, await run(runtime.db, request, own)) };
    },
  };
}
