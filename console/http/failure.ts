import { Code } from '@connectrpc/connect';
import { isFault, isUnavailable, Refusal } from '../../platform/core/errors/refusal.ts';
import { OWNER, type RoleName, type RoleNeed } from '../../platform/core/roles.ts';
import type { StandstillFault } from '../../platform/data/standstill/fence.ts';
import { t } from '../components/language.ts';

/** Why a request gets no page of its own, in words for the person who reads it. */
export class Failure extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Until when the institution stands still, if that is why: RFC 3339. */
  readonly frozenUntil: string | undefined;
  readonly #words: () => Words;

  constructor(
    status: keyof typeof TEXTS,
    options: {
      readonly cause?: unknown;
      readonly retryAfterSeconds?: number;
      readonly words?: () => Words;
      readonly frozenUntil?: string;
    } = {},
  ) {
    super(`answered with ${status}`, { cause: options.cause });
    this.name = 'Failure';
    this.status = status;
    this.#words = options.words ?? TEXTS[status];
    this.frozenUntil = options.frozenUntil;
    this.retryAfterSeconds = options.retryAfterSeconds ?? (status === 503 ? 5 : undefined);
  }

  /** Title and text in the language of the page that is being made, which is not known when a request fails. */
  get words(): Words {
    return this.#words();
  }
}

type Words = readonly [title: string, text: string];

/** That the person lacks the role that a page or its form needs. */
export class RoleFailure extends Failure {
  /** Any of these; empty if only the service knows. */
  readonly roles: readonly RoleName[];

  /** @param acts who may send the page's form, which is more than seeing it; null if only the service knows */
  constructor(acts: RoleNeed) {
    super(403, { words: () => [t.failures.roleMissing, t.failures.roleMissingText] });
    // Owners may do everything: named where nobody else may.
    const others = acts?.filter((role) => role !== OWNER) ?? [];
    this.roles = acts && others.length === 0 ? [OWNER] : others;
  }
}

/** A request's error as its reader sees it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Refusal) {
    if (error.code === 'INSTITUTION_FROZEN') return frozen(error);
    if (error.code === 'ROLE_MISSING') return new RoleFailure(null);
    if (error.status === Code.NotFound) return new Failure(404, { cause: error });
    if (isUnavailable(error) || PASSING.has(error.status)) return new Failure(503, { cause: error });
    return new Failure(isFault(error) || error.status === Code.PermissionDenied ? 500 : 400, { cause: error });
  }
  const { statusCode: status, code } = error as { readonly statusCode?: unknown; readonly code?: unknown };
  if (code === FILE_TOO_LARGE) return new Failure(413, { cause: error });
  return new Failure(typeof status === 'number' && status >= 400 && status < 500 ? 400 : 500, { cause: error });
}

function frozen(refusal: Refusal): Failure {
  const { until, retryAfterSeconds } = refusal.extensions as unknown as StandstillFault;
  const words = (): Words => [t.failures.frozen, t.failures.frozenText];
  return new Failure(503, { cause: refusal, words, retryAfterSeconds, ...(until && { frozenUntil: until }) });
}

/** The message of a form for a file that is far too large. */
const FILE_TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE';

/** A call that took too long, and the second one of a form that was sent twice at once. */
const PASSING = new Set<Code>([Code.DeadlineExceeded, Code.Aborted]);

const TEXTS = {
  400: (): Words => [t.failures.badRequest, t.failures.badRequestText],
  403: (): Words => [t.failures.notFromHere, t.failures.notFromHereText],
  404: (): Words => [t.failures.notFound, t.failures.notFoundText],
  413: (): Words => [t.failures.tooLarge, t.failures.tooLargeText],
  429: (): Words => [t.failures.tooMany, t.failures.tooManyText],
  500: (): Words => [t.failures.ours, t.failures.oursText],
  503: (): Words => [t.failures.unavailable, t.failures.unavailableText],
};
