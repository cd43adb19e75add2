import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { AnyOperation, Operation } from './operation.ts';

/** A gRPC service with the operations that implement it. */
export interface Implementation {
  readonly service: DescService;
  readonly operations: readonly AnyOperation[];
}

type Operations<S extends DescService> = {
  [K in keyof S['method']]: S['method'][K] extends DescMethodUnary<infer I, infer O> ? Operation<I, O> : never;
};

/**
 * Implements a contract: one `command` or `query` per RPC, so that a missing one does not compile. Compares each with
 * the contract's options and throws at start if they disagree: a read that could write, for example.
 */
export function implement<S extends DescService>(service: S, operations: Operations<S>): Implementation {
  const list: AnyOperation[] = [];
  for (const [name, method] of Object.entries(service.method)) {
    const operation = (operations as Record<string, AnyOperation>)[name];
    if (!operation || operation.method !== method)
      throw new Error(`${service.typeName}.${name} is implemented by another RPC's operation`);
    const reads = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
    if (reads !== (operation.kind === 'query'))
      throw new Error(`${service.typeName}.${name}: ${operation.kind} disagrees with its idempotency_level`);
    if (!reads && operation.access.has(Access.CALENDAR))
      throw new Error(`${service.typeName}.${name}: a caller with a calendar feed's token cannot write`);
    list.push(operation);
  }
  return { service, operations: list };
}
