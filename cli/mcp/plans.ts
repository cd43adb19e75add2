import { LRUCache } from 'lru-cache';
import { type Answer, type Lyceum, ProblemError } from '../../clients/typescript/src/index.ts';
import { type Answered, saysTheSame } from './made-up.ts';
import { type Addressed, addressed, type PlannedWrite } from './planned-write.ts';

/** What a plan shows of one write. */
export interface Shown {
  /** For `confirm`; absent if the write would fail. */
  readonly planId?: string;
  readonly validForSeconds?: number;
  readonly request: PlannedWrite;
  /** What is there now; absent for a create. */
  readonly current?: unknown;
  readonly wouldAnswer: { readonly status: number; readonly data: unknown };
}

/** What a confirmed plan has done, or why it was not done, and how it looks now. */
export type Confirmed =
  | { readonly done: { readonly status: number; readonly data: unknown } }
  | { readonly refused: string; readonly shownAnew?: Shown };

interface Plan {
  readonly id: string;
  readonly given: PlannedWrite;
  /** With the ETag of what it has shown. */
  readonly request: PlannedWrite;
  readonly to: Addressed;
  readonly tried: Answered;
  /** In milliseconds of `now`. */
  readonly madeAt: number;
  /** Whether the write may have been sent: then only the same request with the same key tells what became of it. */
  wasSent: boolean;
  outcome: Promise<Confirmed> | undefined;
}

interface PlansOptions {
  readonly lyceum: Lyceum;
  readonly newId: () => string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Writes that were tried and may be confirmed, each once. They live as long as the process. */
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
  async plan(given: PlannedWrite): Promise<Shown> {
    const { lyceum, newId, now } = this.#options;
    const to = addressed(given);
    if (!to) return { request: given, wouldAnswer: { status: 404, data: NO_SUCH_WRITE } };
    let request = given;
    let current: unknown;
    if (to.read) {
      const found = await orProblem(lyceum.read(to.read, to.ids, {}));
      if (found.status >= 400) return { request, wouldAnswer: shownOf(found) };
      current = found.data;
      request = { ...given, ifMatch: given.ifMatch ?? found.etag };
    }
    const tried = await this.#try(to, request);
    const shown = { request, ...(to.read && { current }), wouldAnswer: shownOf(tried) };
    if (tried.status >= 400) return shown;
    const id = newId();
    this.#plans.set(id, { id, given, request, to, tried, madeAt: now(), wasSent: false, outcome: undefined });
    return { planId: id, validForSeconds: VALID_MS / 1000, ...shown };
  }

  /**
   * Does what a plan has shown, once, however often and however many at once confirm it. Refuses a plan that is too old
   * or whose dry run answers otherwise by now.
   */
  confirm(planId: string): Promise<Confirmed> {
    const plan = this.#plans.get(planId);
    if (!plan) return Promise.resolve({ refused: 'There is no such plan: make one with plan_write.' });
    plan.outcome ??= this.#confirm(plan).catch((error: unknown) => {
      // What became of it is unknown; the next confirmation finds out.
      plan.outcome = undefined;
      throw error;
    });
    return plan.outcome;
  }

  async #confirm(plan: Plan): Promise<Confirmed> {
    const { to, request, tried } = plan;
    if (!plan.wasSent) {
      if (this.#options.now() - plan.madeAt > VALID_MS)
        return this.#refuse(plan, 'The plan is older than ten minutes.');
      const again = await this.#try(to, request);
      if (!saysTheSame(tried, again)) return this.#refuse(plan, 'What the plan showed does not hold any more.');
    }
    plan.wasSent = true;
    const written = await orProblem(
      this.#options.lyceum.write(to.operation, to.ids, request.body, this.#optionsOf(plan)),
    );
    if (written.status >= 400) return this.#refuse(plan, 'The write was refused: something changed at this moment.');
    return { done: shownOf(written) };
  }

  #optionsOf({ id, request: { ifMatch } }: Plan) {
    return { idempotencyKey: `plan-${id}`, ...(ifMatch === undefined ? {} : { ifMatch }) };
  }

  async #refuse({ given }: Plan, refused: string): Promise<Confirmed> {
    return { refused, shownAnew: await this.plan(given) };
  }

  #try({ operation, ids }: Addressed, { body, ifMatch }: PlannedWrite): Promise<Tagged> {
    const options = { dryRun: true, ...(ifMatch === undefined ? {} : { ifMatch }) };
    return orProblem(this.#options.lyceum.write(operation, ids, body, options));
  }
}

interface Tagged extends Answered {
  readonly etag?: string | undefined;
}

/** An answer, be it a problem. Throws if there is none, or one that may be another in a moment. */
async function orProblem(sent: Promise<unknown>): Promise<Tagged> {
  try {
    const { status, data, etag, meta } = (await sent) as Answer<unknown>;
    const at = meta ? Date.parse(meta.timestamp) : 0;
    return { status, data: data ?? null, at, etag: etag ?? undefined };
  } catch (error) {
    if (!(error instanceof ProblemError) || isPassing(error)) throw error;
    return { status: error.status, data: error.problem, at: 0 };
  }
}

function isPassing({ status }: ProblemError): boolean {
  return status === 401 || status === 429 || status >= 500;
}

function shownOf({ status, data }: Answered) {
  return { status, data };
}

const NO_SUCH_WRITE = 'The API has no such write. search_guides finds the paths and bodies of writes.';
const VALID_MS = 10 * 60_000;
const MAX_PLANS = 1_000;
