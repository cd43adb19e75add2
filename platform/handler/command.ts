import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Call } from '../calls/caller.ts';
import { encodeReply } from '../calls/codec/codec.ts';
import { accessOf } from '../core/access.ts';
import { type Actor, isTenantActor, type TenantActor } from '../core/actor.ts';
import type { CallContext } from '../core/call-context.ts';
import { isBusy, Refusal, refuse } from '../core/errors/refusal.ts';
import { type DomainEvent, eventActor } from '../core/event.ts';
import { eventLoop } from '../core/event-loop.ts';
import { toInstantText } from '../core/instant.ts';
import type { Reply } from '../core/reply.ts';
import { authorOfCall } from '../data/audit/author.ts';
import { claimKey, isClaimFailure, rememberReply, settleByKey } from '../data/idempotency/idempotency.ts';
import { appendToOutbox } from '../data/outbox/append.ts';
import type { Tx } from '../data/tx.ts';
import type { Operation } from './operation.ts';
import type { Runtime } from './runtime.ts';
import { withRetries } from './with-retries.ts';

export interface CommandContext<A extends Actor = TenantActor> {
  readonly actor: A;
  /** When the command began, in epoch milliseconds: the one "now" of everything that it writes. */
  readonly now: number;
  readonly requestId: string;
  readonly runtime: Runtime;
  newId(): string;
}

export interface PrepareContext<A extends Actor = TenantActor> extends CommandContext<A> {
  /** Calls another service on behalf of the same caller. Only here: a remote call inside a transaction would hold its locks. */
  readonly call: Call;
  /** From 1: how often the command has begun, as after a deadlock. */
  readonly attempt: number;
}

export type Outcome<O extends DescMessage> = Success<O> | CommittedRefusal;

interface Success<O extends DescMessage> {
  /** Everything that the answer shows of this service: a replay is this message again. */
  readonly response: MessageInitShape<O>;
  readonly events?: readonly DomainEvent[];
}

/**
 * A refusal whose writes are committed all the same, such as the close of a session that the refused punch has brought to light. It leaves no
 * record, so that the key is free for another try.
 */
interface CommittedRefusal {
  readonly refusal: Refusal;
  readonly events?: readonly DomainEvent[];
}

interface CommandSpec<I extends DescMessage, O extends DescMessage, P, A extends Actor, M> {
  /**
   * Refusals that come before the idempotency key counts (decisions 1.4), such as a feature that is switched off. What it returns `prepare`
   * finds as `admitted`; a remote read that `prepare` needs may set out here already.
   */
  admit?(request: MessageShape<I>, context: PrepareContext<A>): Promise<M>;
  /** Remote reads: before the transaction, never inside it. Its refusals count after the key: a completed write is replayed all the same. */
  prepare?(request: MessageShape<I>, context: PrepareContext<A> & { readonly admitted: M }): Promise<P>;
  /**
   * Reads, decides and writes in one transaction; where it only writes, it shares that with other commands. May run again, behind `prepare`, after a
   * serialization failure or deadlock, and when it throws a StalePreparation or a guard among its statements finds that what `prepare` has read was changed.
   */
  run(tx: Tx, request: MessageShape<I>, context: CommandContext<A> & { readonly prepared: P }): Promise<Outcome<O>>;
}

/** A command, whose work may be a part of another transaction, too: see trial.ts. */
export interface Command<I extends DescMessage, O extends DescMessage, A extends Actor = TenantActor>
  extends Operation<I, O> {
  /** Its work alone: no key, no events, no commit. What it is to find as prepared is the caller's to give. */
  // biome-ignore lint/suspicious/noExplicitAny: what was prepared is a matter between the command and its caller.
  readonly within: CommandSpec<I, O, any, A, unknown>['run'];
}

/**
 * A write of one institution's data: admit → prepare → BEGIN → idempotency key → run → outbox → idempotency record → COMMIT. Events and answer are
 * encoded before the commit, so that a value which a message can not hold undoes the write instead of failing behind it. State, events and
 * record are one transaction (decisions 5.4), and so are the audit records, which its writes bring along (docs/audit.md). The key's claim leads the transaction, so that a replay, a reuse or a key in flight stops
 * whatever was sent behind it.
 */
export function command<I extends DescMessage, O extends DescMessage, P = undefined, M = undefined>(
  method: DescMethodUnary<I, O>,
  spec: CommandSpec<I, O, P, TenantActor, M>,
): Command<I, O> {
  return {
    method,
    within: spec.run,
    kind: 'command',
    access: accessOf(method),
    scope: 'tenant',
    async run(runtime, request, context) {
      const { actor } = context;
      if (!isTenantActor(actor)) refuse('CALLER_UNAUTHENTICATED');
      return execute(runtime, method, spec, request, context, actor);
    },
  };
}

/** A write that belongs to no institution yet, such as creating one. It takes no idempotency key. */
export function platformCommand<I extends DescMessage, O extends DescMessage, P = undefined, M = undefined>(
  method: DescMethodUnary<I, O>,
  spec: CommandSpec<I, O, P, Actor, M>,
): Command<I, O, Actor> {
  return {
    method,
    within: spec.run,
    kind: 'command',
    access: accessOf(method),
    scope: 'platform',
    run: (runtime, request, context) => execute(runtime, method, spec, request, context, context.actor),
  };
}

async function execute<I extends DescMessage, O extends DescMessage, P, A extends Actor, M>(
  runtime: Runtime,
  method: DescMethodUnary<I, O>,
  spec: CommandSpec<I, O, P, A, M>,
  request: MessageShape<I>,
  context: CallContext,
  actor: A,
): Promise<Reply<MessageShape<O>>> {
  const now = runtime.clock.now();
  const { requestId } = context;
  const own = { actor, now, requestId, runtime, newId: () => runtime.ids.newId() };
  const key = isTenantActor(actor) && context.idempotency ? { ...context.idempotency, actor, now } : undefined;
  const remote: PrepareContext<A> = { ...own, call: runtime.call(context), attempt: 1 };

  const admitted = (await spec.admit?.(request, remote)) as M;
  const author = authorOfCall(actor, { method, requestId, now });
  let events: readonly DomainEvent[] = [];
  const begin = async (attempt: number): Promise<Reply<MessageShape<O>> | Refusal> => {
    const prepared = (await spec.prepare?.(request, { ...remote, attempt, admitted })) as P;
    return runtime.db.transaction(async (tx) => {
      if (key) claimKey(tx, key);
      const outcome = await spec.run(tx, request, { ...own, prepared });
      events = outcome.events ?? [];
      const { institutionId } = actor;
      appendToOutbox(tx, runtime, { institutionId, actor: eventActor(actor), now, requestId, events });
      if ('refusal' in outcome) return outcome.refusal;
      if (events.length > EVENTS_PER_CHUNK) await eventLoop.yield();
      const message = create(method.output, outcome.response);
      // Before the commit, whether or not the bytes are needed: what can not be answered is not done.
      const encoded = encodeReply(method.output, message);
      if (key) rememberReply(tx, key, { requestId, schema: method.output, message, encoded });
      return { message, encoded, bytesWritten: tx.bytesSent };
    }, author);
  };

  let committed: Reply<MessageShape<O>> | Refusal;
  try {
    committed = await withRetries(begin, context);
  } catch (error) {
    // A refusal may only say that the world has changed since the first request of the key, which has the word. A busy service does not look.
    if (key && !isBusy(error) && (isClaimFailure(error) || error instanceof Refusal)) {
      const replay = await settleByKey(runtime.db, key, method, error);
      if (replay) return replay;
      // The record that stopped the claim has been swept since: the key is a new one.
      if (isClaimFailure(error)) return execute(runtime, method, spec, request, context, actor);
    }
    throw runtime.db.translate(error);
  }
  runtime.committed(events);
  if (committed instanceof Refusal) throw committed;
  return key ? { ...committed, metadata: { replayed: false, requestId, timestamp: toInstantText(now) } } : committed;
}

/** To encode the answer to a command of more events is long work, and so is what was done before. */
const EVENTS_PER_CHUNK = 50;
