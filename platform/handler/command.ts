import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { BegunTooLate, type Tx } from '../../libraries/pg-batch/index.ts';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { encodeReply } from '../calls/answer-call.ts';
import type { Call } from '../calls/caller.ts';
import { accessOf, integrationNeedOf, roleNeedOf } from '../core/access.ts';
import { type Actor, isTenantActor, type TenantActor } from '../core/actor.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import { deadlineAfter } from '../core/clock.ts';
import { isBusy, isFault, Refusal, StalePreparation } from '../core/errors/refusal.ts';
import { type DomainEvent, eventActor } from '../core/event.ts';
import { yieldToEventLoop } from '../core/event-loop.ts';
import { toInstantText } from '../core/instant.ts';

import { authorOfCall, writtenBy } from '../data/audit/author.ts';
import { claimKey, isClaimFailure, rememberReply, settleByKey } from '../data/idempotency/idempotency.ts';
import { appendToOutbox } from '../data/outbox/append.ts';
import { isRetryable } from '../data/pg-failure.ts';
import { isFenced, refuseStandstill, type Whose } from '../data/standstill/fence.ts';
import { Consent, type ConsentSource, NO_CONSENT } from './consent.ts';
import { type Operation, tenantOf } from './operation.ts';
import type { Runtime } from './runtime.ts';

export interface CommandContext<A extends Actor = TenantActor> {
  /** See {@link tenantOf}. */
  readonly actor: A;
  /** When the command began, in epoch milliseconds. Everything that it writes uses this one "now". */
  readonly now: number;
  readonly requestId: string;
  readonly runtime: Runtime;
  /** Of the service that the command's `consent` asks. */
  readonly consent: Consent;
  newId(): string;
}

export interface PrepareContext extends CommandContext {
  /**
   * Calls another service on behalf of the same caller. Not available in `run`: a remote call inside a transaction
   * would hold its locks.
   */
  readonly call: Call;
  /** Calls another service on behalf of an actor that this command has identified, with the signed identity. */
  callAs(identity: Required<Pick<CallContext, 'actor' | 'token'>>): Call;
  /** The number of this attempt, from 1. A deadlock, for example, causes another one. */
  readonly attempt: number;
}

export type Outcome<O extends DescMessage> = Success<O> | CommittedRefusal;

interface Success<O extends DescMessage> {
  /** Everything that the response shows of this service: a replay returns this message again. */
  readonly response: MessageInitShape<O>;
  readonly events?: readonly DomainEvent[];
}

/**
 * A refusal whose writes are committed nevertheless. Example: a refused punch shows that a session must be closed, and
 * the close is committed. No idempotency record is stored, so the client may retry with the same key.
 */
interface CommittedRefusal {
  readonly refusal: Refusal;
  readonly events?: readonly DomainEvent[];
}

interface Results<P, M> {
  readonly admitted: M;
  readonly prepared: P;
}

interface CommandSpec<I extends DescMessage, O extends DescMessage, P, M> {
  /** Whose rows it changes. Default: the caller's; required of an RPC that belongs to no institution. */
  readonly of?: Whose;
  /** Whom it asks before it commits that to which its `run` wants consent. */
  readonly consent?: ConsentSource;
  /** Why it is done, in the words of who does it: kept with the audit records of its changes. */
  reason?(request: MessageShape<I>): string | undefined;
  /**
   * Checks whose refusals take precedence over a replay (decisions 1.4), such as a feature that is switched off.
   * `prepare` and `run` receive its result as `admitted`. Unlike `prepare` it is never repeated: what works only once,
   * such as a provider's code, is used here.
   */
  admit?(request: MessageShape<I>, context: PrepareContext): Promise<M>;
  /**
   * Remote reads: before the transaction, never inside it. A replay takes precedence over its refusals: a completed
   * write is always replayed.
   */
  prepare?(request: MessageShape<I>, context: PrepareContext & { readonly admitted: M }): Promise<P>;
  /**
   * Reads, decides and writes in one transaction. A command that only writes may share the transaction with other
   * commands. `prepare` and `run` are repeated after a serialization failure or deadlock, after a StalePreparation, and
   * when a guard statement finds that data read by `prepare` has changed.
   */
  run(tx: Tx, request: MessageShape<I>, context: CommandContext & Results<P, M>): Promise<Outcome<O>>;
}

/**
 * A write: admit → prepare → BEGIN → standstill and idempotency key → run → outbox → idempotency record → COMMIT. Events
 * and response are encoded before the commit, so a value that does not fit into a message rolls the write back instead of failing
 * after it. State, events, idempotency record (decisions 5.4) and the audit records of its writes (docs/tables.md) are
 * one transaction. It begins with the question whether the institution stands still, which the claim of the key asks if
 * there is one; only locks of a shared transaction come before. So a standstill, a replay, a reused key or a key in
 * flight stops all of its writes. A dry run does all of this but the key, up to the COMMIT, and is rolled back there: it
 * waits, and it fails, as the write would.
 */
export function command<I extends DescMessage, O extends DescMessage, P = undefined, M = undefined>(
  method: DescMethodUnary<I, O>,
  spec: CommandSpec<I, O, P, M>,
): Operation<I, O> {
  const access = accessOf(method);
  if (spec.of === undefined && (access.has(Access.PLATFORM) || access.has(Access.ANYONE)))
    throw new Error(`${method.parent.typeName}/${method.name} must say whose rows it changes: its caller does not`);
  return {
    method,
    of: spec.of,
    kind: 'command',
    access,
    need: integrationNeedOf(method, { writes: true }),
    roles: roleNeedOf(method, { writes: true }),
    run: async (runtime, request, context) =>
      execute(runtime, method, spec, request, context, tenantOf(access, context.actor)),
  };
}

async function execute<I extends DescMessage, O extends DescMessage, P, M>(
  runtime: Runtime,
  method: DescMethodUnary<I, O>,
  spec: CommandSpec<I, O, P, M>,
  request: MessageShape<I>,
  context: CallContext,
  tenant: TenantActor,
): Promise<Reply<MessageShape<O>>> {
  const now = runtime.clock.now();
  const beginBy = deadlineAfter(LONGEST_TO_BEGIN_MS);
  const { requestId, actor, isDryRun } = context;
  const consent = spec.consent
    ? new Consent(spec.consent, (of) => runtime.call({ ...context, actor: of }), isDryRun)
    : NO_CONSENT;
  const own = { actor: tenant, now, requestId, runtime, consent, newId: () => runtime.ids.newId() };
  const key = isTenantActor(actor) && context.idempotency ? { ...context.idempotency, actor, now } : undefined;
  const callAs: PrepareContext['callAs'] = (identity) => runtime.call({ ...context, ...identity });
  const remote: PrepareContext = { ...own, call: runtime.call(context), callAs, attempt: 1 };

  const of = spec.of ?? { institutionId: tenant.institutionId };
  /** The institution that the claim of the key asks for, which costs no statement of its own. */
  const claimed = key && typeof of === 'object' ? of.institutionId : null;
  /** A standstill takes precedence over what stored data says. Only a command that fails anyway has to look for it. */
  const standstillFirst = async (error: unknown): Promise<void> => {
    const dependsOnData = isClaimFailure(error) || (error instanceof Refusal && !isBusy(error));
    if (dependsOnData && typeof of === 'object') await refuseStandstill(runtime.db, of.institutionId);
  };

  const admitted = (await spec.admit?.(request, remote).catch(async (error: unknown) => {
    await standstillFirst(error);
    throw error;
  })) as M;
  const author = authorOfCall(actor, { method, requestId, now, reason: spec.reason?.(request) });
  let events: readonly DomainEvent[] = [];
  const begin = async (attempt: number): Promise<Reply<MessageShape<O>> | Refusal> => {
    if (spec.consent) await consent.ask();
    const prepared = (await spec.prepare?.(request, { ...remote, attempt, admitted })) as P;
    return runtime.db.transaction(
      async (tx) => {
        if (key) claimKey(tx, key, claimed);
        const outcome = await spec.run(tx, request, { ...own, admitted, prepared });
        if (of === 'own' && tx.hasWritten && !isFenced(tx))
          throw new Error('it has changed rows without asking whether their institution stands still');
        events = outcome.events ?? [];
        const { institutionId } = actor;
        appendToOutbox(tx, runtime, { institutionId, actor: eventActor(actor), now, requestId, events });
        if ('refusal' in outcome) return outcome.refusal;
        if (events.length > EVENTS_PER_CHUNK) await yieldToEventLoop();
        const message = create(method.output, outcome.response);
        // Before the commit, whether or not the bytes are needed: a write whose response cannot be encoded is rolled
        // back.
        const encoded = encodeReply(method.output, message);
        if (key) rememberReply(tx, key, { requestId, schema: method.output, message, encoded, method });
        return { message, encoded, bytesWritten: tx.bytesSent };
      },
      { of: claimed ? 'claimed' : of, ...writtenBy(author), beginBy, isTrial: isDryRun },
    );
  };

  let committed: Reply<MessageShape<O>> | Refusal;
  try {
    committed = await retryTransaction(begin, context);
  } catch (error) {
    if (spec.consent && hasEnded(error, runtime)) await consent.takeBack(runtime.log);
    // Nothing is written, and its timestamp may be older than a cursor that readers already hold.
    if (error instanceof BegunTooLate) return execute(runtime, method, spec, request, context, tenant);
    await standstillFirst(error);
    // The first request with this key wins: this refusal may only reflect what changed since then. Skip the lookup when
    // the service is busy.
    if (key && !isBusy(error) && (isClaimFailure(error) || error instanceof Refusal)) {
      const replay = await settleByKey(runtime.db, key, method, error);
      if (replay) return replay;
      // The record that stopped the claim has been swept since, so the key counts as new.
      if (isClaimFailure(error)) return execute(runtime, method, spec, request, context, tenant);
    }
    throw runtime.db.translate(error);
  }
  if (!isDryRun) runtime.committed(events);
  if (committed instanceof Refusal) throw committed;
  return key ? { ...committed, metadata: { replayed: false, requestId, timestamp: toInstantText(now) } } : committed;
}

/** Whether it is certain that a failed command has committed nothing, and will not. */
function hasEnded(error: unknown, { db }: Runtime): boolean {
  if (error instanceof BegunTooLate || isClaimFailure(error)) return true;
  const failure = db.translate(error);
  return failure instanceof Refusal && !isFault(failure) && failure.status !== Code.Canceled;
}

/**
 * The longest time from the beginning of a command, whose time is in what it writes, to that of its transaction. A
 * command that waits longer begins again, with a new time. See {@link nextUpdatedSince}.
 */
export const LONGEST_TO_BEGIN_MS = 60_000;

/** With more events than this, encoding takes long, and so did the work before it: yield to the event loop. */
const EVENTS_PER_CHUNK = 50;

/** Makes up to five attempts: retries after a serialization failure, a deadlock or a StalePreparation. */
export async function retryTransaction<T>(begin: (attempt: number) => Promise<T>, { span }: CallContext): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await begin(tries);
    } catch (error) {
      const isPassing = error instanceof StalePreparation || isRetryable(error);
      if (tries >= MAX_TRIES || !isPassing) throw error;
      span?.addEvent('transaction again', { 'lyceum.transaction.attempt': tries });
    }
  }
}

const MAX_TRIES = 5;
