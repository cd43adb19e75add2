import { LRUCache } from 'lru-cache';
import { type Answer, ForbiddenError, type Lyceum, ProblemError } from '../../typescript/src/index.ts';
import { type Answered, type Change, changesOf, isSameOutcome } from './compare-answers.ts';
import { type Addressed, addressed, type PlannedWrite } from './planned-write.ts';

/** The view of one planned write. */
export interface Shown {
  /** Of a PATCH: the values that it would change. */
  readonly changes?: readonly Change[];
  /** For `confirm`; absent if the write would fail. */
  readonly planId?: string;
  readonly validForSeconds?: number;
  readonly request: PlannedWrite;
  readonly wouldAnswer: ShownAnswer;
  /** The present record; absent for a create. */
  readonly current?: unknown;
}

interface ShownAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly meta?: { readonly overlaps: readonly object[] };
}

/** The answer to a confirmed write, or why it was not done and a new plan. */
export type Confirmed =
  | { readonly done: ShownAnswer; readonly replayed?: true }
  | { readonly refused: string; readonly shownAnew?: Shown };

/** The record that a write finds, and the answer it would get. */
interface Examined {
  /** With the ETag of the record that was found. */
  readonly request: PlannedWrite;
  /** Undefined if the write finds no record, as a create. */
  readonly current: Tagged | undefined;
  readonly tried: Tagged;
}

interface Plan extends Examined {
  readonly id: string;
  readonly given: PlannedWrite;
  readonly to: Addressed;
  /** In milliseconds of `now`. */
  readonly madeAt: number;
  /** The server's time when the write may have been sent: then only the same request with the same key tells more. */
  sentAt: number | undefined;
  outcome: Promise<Confirmed> | undefined;
}

interface PlansOptions {
  readonly lyceum: Lyceum;
  readonly newId: () => string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/**
 * Writes that were tried and may be confirmed, each once.
 *
 * A plan is in one of four states. {@link Plans.confirm} alone moves it from one to another.
 *
 * - SHOWN (no `outcome`, no `sentAt`): made by `plan`. The first confirmation leads to CONFIRMING.
 * - CONFIRMING (`outcome` is pending): the write is tried again. A plan that is older than {@link VALID_MS}, or whose
 *   write would answer something else by now, is refused: SETTLED, with a new plan. Otherwise `sentAt` is noted and then the write
 *   is sent, with the plan's id as idempotency key. An answer leads to SETTLED. A failure before `sentAt`, or one that
 *   says that the integration may not write, leads back to SHOWN, one after it to SENT.
 * - SENT (`sentAt`, no `outcome`): the write may have been done. The next confirmation repeats it with the same key, so
 *   that the server replays its answer; after {@link REPEATABLE_MS}, when the server may have forgotten the key, the
 *   plan is refused instead.
 * - SETTLED (`outcome` has a value): further confirmations get the same outcome, as `replayed` if the write was done.
 *
 * Confirmations at the same moment share one outcome: the first sets it before it waits for anything. Plans are in
 * memory: if the process dies, or {@link MAX_PLANS} newer ones have been used since, confirming one is refused as
 * unknown, and a write that was sent stays as the server has done it.
 */
export class Plans {
  readonly #options: PlansOptions;
  readonly #plans = new LRUCache<string, Plan>({ max: MAX_PLANS });

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  /**
   * Tries a write. One that changes a record is bound to the record's state, which the plan shows: without an ETag to
   * require, it reads it.
   */
  async plan(given: PlannedWrite): Promise<Shown | { readonly error: string }> {
    const to = addressed(given);
    return to ? this.#plan(to, given) : { error: NO_SUCH_WRITE };
  }

  async #plan(to: Addressed, given: PlannedWrite): Promise<Shown> {
    const { newId, now } = this.#options;
    const examined = await this.#examine(to, given);
    const { request, current, tried } = examined;
    const found = current && current !== tried && { current: current.data };
    const shown = { request, wouldAnswer: shownOf(tried), ...found };
    if (tried.status >= 400) return shown;
    const changes = given.method === 'PATCH' && { changes: changesOf(current?.data, tried.data) };
    const id = newId();
    this.#plans.set(id, { ...examined, id, given, to, madeAt: now(), sentAt: undefined, outcome: undefined });
    return { ...changes, planId: id, validForSeconds: VALID_MS / 1000, ...shown };
  }

  /** Reads the record and tries the write. If the record is not found, the write would not find it either. */
  async #examine(to: Addressed, given: PlannedWrite): Promise<Examined> {
    const { read, ids } = to;
    const current = read && (await orProblem(this.#options.lyceum.read(read, ids, namingIn(given))));
    if (current && current.status >= 400) return { request: given, current, tried: current };
    const request = current ? { ...given, ifMatch: given.ifMatch ?? current.etag } : given;
    return { request, current, tried: await this.#try(to, request) };
  }

  /** Does the write of a plan, once, however often and however many at once confirm it. */
  confirm(planId: string): Promise<Confirmed> {
    const plan = this.#plans.get(planId);
    if (!plan) return Promise.resolve({ refused: 'Unknown plan. Call plan_write first.' });
    if (plan.outcome)
      return plan.outcome.then((outcome) => ('done' in outcome ? { ...outcome, replayed: true } : outcome));
    plan.outcome = this.#confirm(plan).catch((error: unknown) => {
      // Whether the write was done is unknown; the next confirmation finds out.
      plan.outcome = undefined;
      throw error;
    });
    return plan.outcome;
  }

  async #confirm(plan: Plan): Promise<Confirmed> {
    const { id, to, given, request, sentAt } = plan;
    if (sentAt === undefined) {
      if (this.#options.now() - plan.madeAt > VALID_MS)
        return this.#refuse(plan, 'The plan is older than ten minutes.');
      const again = await this.#examine(to, given);
      if (again.current?.etag !== plan.current?.etag || !isSameOutcome(plan.tried, again.tried))
        return this.#refuse(plan, 'The preview is out of date.');
      plan.sentAt = Math.max(again.tried.at, again.current?.at ?? 0);
    } else {
      // By the server's clock: that of this machine stands still while it sleeps.
      const { at } = await orProblem(this.#options.lyceum.integration.get());
      if (at - sentAt > REPEATABLE_MS) return { refused: TOO_LATE };
    }
    const { body, ifMatch } = request;
    const options = { idempotencyKey: `plan-${id}`, ...(ifMatch === undefined ? {} : { ifMatch }) };
    const sending = this.#options.lyceum.write(to.operation, to.ids, body, options);
    const written = await orProblem(sending, (error) => isPassing(error) || isForbidden(error)).catch(
      (error: unknown) => {
        // Nothing was done.
        if (isForbidden(error)) plan.sentAt = sentAt;
        throw error;
      },
    );
    if (written.status >= 400) return this.#refuse(plan, 'The write was refused: something changed at this moment.');
    return { done: shownOf(written), ...(sentAt !== undefined && written.isReplayed ? { replayed: true } : {}) };
  }

  async #refuse({ to, given }: Plan, refused: string): Promise<Confirmed> {
    return { refused, shownAnew: await this.#plan(to, given) };
  }

  #try({ operation, ids }: Addressed, { body, ifMatch }: PlannedWrite): Promise<Tagged> {
    const options = { dryRun: true, ...(ifMatch === undefined ? {} : { ifMatch }) };
    return orProblem(this.#options.lyceum.write(operation, ids, body, options));
  }
}

interface Tagged extends Answered {
  readonly etag?: string | undefined;
  readonly isReplayed?: boolean;
}

/** An answer, be it a problem. Throws if there is none, or one that may be another in a moment. */
async function orProblem(
  sent: Promise<unknown>,
  isThrown: (error: ProblemError) => boolean = isPassing,
): Promise<Tagged> {
  try {
    const { status, data, etag, meta, isReplayed } = (await sent) as Answer<unknown>;
    const at = meta ? Date.parse(meta.timestamp) : 0;
    return { status, data: data ?? null, overlaps: meta?.overlaps, at, etag: etag ?? undefined, isReplayed };
  } catch (error) {
    if (!(error instanceof ProblemError) || isThrown(error)) throw error;
    return { status: error.status, data: error.problem, at: 0 };
  }
}

/** Whether a write is refused for what the integration may do, which can be changed: the plan stays. */
function isForbidden(error: unknown): error is ForbiddenError {
  return error instanceof ForbiddenError;
}

/** A 409 with Retry-After says that the same write is still running. */
function isPassing({ status, retryAfterMs }: ProblemError): boolean {
  return status === 401 || status === 429 || status >= 500 || (status === 409 && retryAfterMs !== null);
}

function shownOf({ status, data, overlaps }: Answered): ShownAnswer {
  return { status, data, ...(overlaps && { meta: { overlaps } }) };
}

/** The member that the body names: to read a member's record, the query names the member, too. */
function namingIn({ body = {} }: PlannedWrite): Readonly<Record<string, string>> {
  const { userId, email, code } = body;
  return Object.fromEntries(
    Object.entries({ userId, email, code }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

const NO_SUCH_WRITE = 'The API has no such write. search_guides finds the paths and bodies of writes.';
const TOO_LATE =
  'Whether this was done is not known, and it is too late to repeat it safely: look at the record, and make a new plan if it was not.';
const VALID_MS = 10 * 60_000;
/** An hour less than the server remembers a key. */
const REPEATABLE_MS = 23 * 3_600_000;
const MAX_PLANS = 1_000;
