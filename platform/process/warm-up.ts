import { create, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { CallContext } from '../core/call-context.ts';
import { deadlineAfter } from '../core/clock.ts';
import { handleCall } from '../handler/handle-call.ts';
import type { AnyOperation } from '../handler/operation.ts';
import type { Runtime } from '../handler/runtime.ts';
import { silentLogger } from '../observability/log.ts';

/**
 * Has the queries of a service answered a few times before it is ready, for an institution that does not exist: the
 * engine compiles code at its first use, so that the first requests of a new process would take many times as long as
 * later ones. Nothing of the answers matters.
 * @returns how many calls were answered: none of those that need another service, if that asks for a signed identity
 */
export async function warmUp(operations: Iterable<AnyOperation>, runtime: Runtime): Promise<number> {
  const { ids } = runtime;
  // A query that fails here fails again, and is logged, when a caller sends it.
  const silent = { ...runtime, log: silentLogger };
  const context: CallContext = {
    actor: { kind: 'operator', institutionId: ids.newId() },
    requestId: ids.newRequestId(),
    deadline: deadlineAfter(MAX_MS),
  };
  const queries = [...operations].filter(({ kind, access }) => kind === 'query' && access.has(Access.TENANT));
  let answered = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const calls = queries.map((operation) =>
      handleCall({ operation, runtime: silent, request: requestOf(operation.method.input, ids.newId()), context }),
    );
    const outcomes = await Promise.allSettled(calls);
    answered += outcomes.filter(({ status }) => status === 'fulfilled').length;
  }
  return answered;
}

/** A request that most queries accept: the first page, records that do not exist. */
function requestOf(schema: DescMessage, id: string): Message {
  const page = schema.field.page?.message && { page: { size: PAGE } };
  return create(schema, {
    ...Object.fromEntries(schema.fields.filter(isId).map(({ localName }) => [localName, id])),
    ...page,
  });
}

function isId({ localName, fieldKind, oneof }: DescField): boolean {
  return fieldKind === 'scalar' && oneof === undefined && /^id$|Id$/.test(localName);
}

const TURNS = 10;
const PAGE = 50;
/** A database that hangs must not keep a process from starting. */
const MAX_MS = 5_000;
