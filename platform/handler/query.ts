import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Reader } from '../../libraries/pg-batch/index.ts';
import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import type { Call } from '../calls/caller.ts';
import { accessOf, integrationNeedOf, roleNeedOf } from '../core/access.ts';
import type { TenantActor } from '../core/actor.ts';
import type { CallContext } from '../core/call-context.ts';

import { nextUpdatedSince } from './next-updated-since.ts';
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
  /** Calls another service as somebody else, whose identity identity has signed. */
  callAs(identity: Required<Pick<CallContext, 'actor' | 'token'>>): Call;
}

/**
 * A read. It writes nothing and sees everything that was committed before it began. The first page of a list that can
 * be asked for changes also says from when on to ask for the next ones.
 */
export function query<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (db: Reader, request: MessageShape<I>, context: QueryContext) => Promise<MessageInitShape<O>>,
): Operation<I, O> {
  const access = accessOf(method);
  const listsChanges = 'updatedSince' in method.input.field;
  if (listsChanges && !('nextUpdatedSince' in method.output.field && 'page' in method.input.field))
    throw new Error(`${method.output.typeName} needs next_updated_since, and ${method.input.typeName} page`);
  return {
    method,
    kind: 'query',
    access,
    need: integrationNeedOf(method, { writes: false }),
    roles: roleNeedOf(method, { writes: false }),
    async run(runtime, request, context) {
      const own: QueryContext = {
        actor: tenantOf(access, context.actor),
        now: runtime.clock.now(),
        requestId: context.requestId,
        runtime,
        get call() {
          return runtime.call(context);
        },
        callAs: (identity) => runtime.call({ ...context, ...identity }),
      };
      const isMarked = listsChanges && !(request as { readonly page?: PageRequest }).page?.after;
      const next = isMarked ? await nextUpdatedSince(runtime) : undefined;
      const shown = await run(runtime.db, request, own);
      return { message: create(method.output, next === undefined ? shown : { ...shown, nextUpdatedSince: next }) };
    },
  };
}
