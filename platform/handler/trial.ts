import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { ImportedRecord, ImportStepResult } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { encodeReply } from '../calls/codec/codec.ts';
import { accessOf } from '../core/access.ts';
import { type Actor, isTenantActor } from '../core/actor.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import { placeholderOf, withIds } from '../core/import/placeholder.ts';
import { authorOfCall } from '../data/audit/author.ts';
import type { Tx } from '../data/tx.ts';
import type { Command, CommandContext } from './command.ts';
import type { Operation } from './operation.ts';
import { withRetries } from './with-retries.ts';

/**
 * A dry run of commands: `run` executes them in one transaction that is always rolled back, so the response is the one that the commands
 * themselves would give, refusals included. Nothing is written: no record, no event, no audit record.
 */
export function trial<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (tx: Tx, request: MessageShape<I>, context: CommandContext<Actor>) => Promise<MessageInitShape<O>>,
): Operation<I, O> {
  return {
    method,
    kind: 'command',
    access: accessOf(method),
    async run(runtime, request, context) {
      const { actor, requestId } = context;
      const now = runtime.clock.now();
      const own = { actor, now, requestId, runtime, newId: () => runtime.ids.newId() };
      const author = authorOfCall(actor, { method, requestId, now });
      try {
        return await withRetries(async () => {
          await runtime.db.transaction(async (tx) => {
            throw new RolledBack(await run(tx, request, own));
          }, author);
          throw new Error('a dry run was committed');
        }, context);
      } catch (error) {
        if (!(error instanceof RolledBack)) throw runtime.db.translate(error);
        const message = create(method.output, error.response as MessageInitShape<O>);
        return { message, encoded: encodeReply(method.output, message) };
      }
    },
  };
}

/** One request of an import in a dry run, as in the contracts. */
interface Step {
  readonly request: { readonly case: string | undefined; readonly value?: unknown };
}

/** An import's command, for any request. */
// biome-ignore lint/suspicious/noExplicitAny: the contract determines which request goes to which command.
type ImportCommand = Pick<Command<any, any>, 'within'>;

/**
 * Runs an import's steps in order. A refusal points into the step: `/steps/2/users/records/0/email`.
 * @param commands by the names of their requests in the contract
 */
export async function runSteps(
  tx: Tx,
  steps: readonly Step[],
  commands: Readonly<Record<string, ImportCommand>>,
  context: CommandContext<Actor> & { readonly prepared?: unknown },
): Promise<Pick<ImportStepResult, 'records'>[]> {
  const { actor } = context;
  if (!isTenantActor(actor)) refuse('CALLER_UNAUTHENTICATED');
  const ids = new Map<string, string>();
  const results: Pick<ImportStepResult, 'records'>[] = [];
  for (const [index, { request }] of steps.entries()) {
    const command = commands[request.case ?? ''];
    if (!command) throw new Error(`no command for ${request.case}`);
    const records = await atPointer(`/steps/${index}/${request.case}`, async () => {
      const own = { ...context, actor, prepared: context.prepared };
      const outcome = await command.within(tx, withIds(request.value as Message, ids), own);
      if ('refusal' in outcome) throw outcome.refusal;
      await tx.checkDeferred();
      return (outcome.response as { readonly records: ImportedRecord[] }).records;
    });
    for (const { section, ref, id } of records) ids.set(placeholderOf(section, ref), id);
    results.push({ records });
  }
  return results;
}

/** Runs a part of a dry run. The pointers of its refusals are prefixed with the pointer to its request. */
export async function atPointer<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const violations = error.violations.map((each) => ({ ...each, pointer: `${prefix}${each.pointer}` }));
    throw new Refusal(error, { violations, extensions: error.extensions, cause: error });
  }
}

/** Rolls a dry run's transaction back and carries its response out of it. */
class RolledBack extends Error {
  readonly response: unknown;

  constructor(response: unknown) {
    super('the transaction was a dry run');
    this.response = response;
  }
}
