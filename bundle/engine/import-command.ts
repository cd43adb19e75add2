import { create, type DescMethodUnary } from '@bufbuild/protobuf';
import type { Tx } from '../../libraries/pg-batch/index.ts';
import { encodeReply } from '../../platform/calls/answer-call.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { type Actor, isTenantActor, type TenantActor } from '../../platform/core/actor.ts';
import { refuse } from '../../platform/core/errors/refusal.ts';
import type { DomainEvent } from '../../platform/core/event.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { authorOfCall, writtenBy } from '../../platform/data/audit/author.ts';
import { type CommandContext, command, retryTransaction } from '../../platform/handler/command.ts';
import { Consent, type ConsentSource } from '../../platform/handler/consent.ts';
import type { Operation } from '../../platform/handler/operation.ts';
import type {
  ImportedRecord,
  ImportRequestSchema,
  ImportResponseSchema,
} from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import type { Fault } from '../format/check-shape.ts';
import { type CheckedStep, checkSteps, foreignIds, refuseFaults } from './check-steps.ts';
import { importBatch, type SectionImport } from './import-batch.ts';
import { declareStatements } from './kind-statements.ts';

interface ImportSpec {
  readonly sections: readonly SectionImport[];
  /** For each section of another service that records refer to: returns those of the ids that exist. */
  readonly foreign?: Readonly<Record<string, (ids: readonly string[], call: Call) => Promise<ReadonlySet<string>>>>;
  /** Whom it asks before it commits that to which sections want consent. */
  readonly consent?: ConsentSource;
  /** Imports the institution itself, which only a dry run does together with its records. */
  institution?(tx: Tx, record: unknown, context: CommandContext<Actor>): Promise<ImportedRecord>;
}

/** The steps of a request, and the ids that exist of other services' records, by section. */
interface Prepared {
  readonly steps: readonly CheckedStep[];
  readonly foreign: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The import of a service's sections; each request is one transaction. A dry run is always rolled back: its response is
 * the one of the import itself, refusals included, but nothing is written, no record, no event, no audit record.
 */
export function importCommand(
  method: DescMethodUnary<typeof ImportRequestSchema, typeof ImportResponseSchema>,
  { sections, foreign = {}, consent: source, institution }: ImportSpec,
): Operation<typeof ImportRequestSchema, typeof ImportResponseSchema> {
  const statements = declareStatements(sections.map(({ root }) => root));

  /** Imports the steps in order, in one transaction. */
  async function run(tx: Tx, prepared: Prepared, context: CommandContext<Actor>, afterStep?: () => Promise<void>) {
    const records: ImportedRecord[] = [];
    const events: DomainEvent[] = [];
    const cycles: (() => Promise<Fault[]>)[] = [];
    let { actor } = context;
    for (const step of prepared.steps) {
      if ('institution' in step) {
        const imported = await institution?.(tx, step.institution, context);
        if (!imported) refuse('REQUEST_INVALID');
        actor = { ...actor, institutionId: imported.id } as TenantActor;
        records.push(imported);
        continue;
      }
      if (!isTenantActor(actor)) refuse('CALLER_UNAUTHENTICATED');
      const own = { ...context, tx, actor, at: toInstantText(context.now) };
      const imported = await importBatch(step, { statements, foreign: prepared.foreign }, own);
      records.push(...imported.records);
      events.push(...imported.events);
      cycles.push(imported.findCycles);
      await afterStep?.();
    }
    for (const find of cycles) refuseFaults(await find());
    context.consent.settle();
    return { response: { records }, events };
  }

  const written = command(method, {
    ...(source && { consent: source }),
    async prepare({ steps }, { call }) {
      const checked = await checkSteps(steps, sections);
      const known = Object.entries(foreign).map(async ([section, find]): Promise<[string, ReadonlySet<string>]> => {
        const ids = foreignIds(checked, section);
        return [section, ids.length === 0 ? new Set() : await find(ids, call)];
      });
      return { steps: checked, foreign: new Map(await Promise.all(known)) };
    },
    run: (tx, _, context) => run(tx, context.prepared, context),
  });

  return {
    ...written,
    async run(runtime, request, context) {
      if (!request.dryRun) return written.run(runtime, request, context);
      const { actor, requestId } = context;
      const now = runtime.clock.now();
      const consent = new Consent(source, (of) => runtime.call({ ...context, actor: of }), true);
      const own = { actor, now, requestId, runtime, consent, newId: () => runtime.ids.newId() };
      // Directory's dry run comes first, and knows the users that would be new.
      const known = new Set(request.knownIds);
      const prepared = {
        steps: await checkSteps(request.steps, sections, institution !== undefined),
        foreign: new Map(Object.keys(foreign).map((section) => [section, known])),
      };
      const author = authorOfCall(actor, { method, requestId, now });
      const attempt = async () => {
        await consent.ask();
        return runtime.db.transaction((tx) => run(tx, prepared, own, () => tx.checkDeferred()), {
          of: isTenantActor(actor) ? { institutionId: actor.institutionId } : 'own',
          ...writtenBy(author),
          isTrial: true,
        });
      };
      try {
        const { response } = await retryTransaction(attempt, context);
        const message = create(method.output, response);
        return { message, encoded: encodeReply(method.output, message) };
      } catch (error) {
        throw runtime.db.translate(error);
      }
    },
  };
}
