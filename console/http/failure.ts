import { Code } from '@connectrpc/connect';
import { isFault, isUnavailable, Refusal } from '../../platform/core/errors/refusal.ts';
import { OWNER, type RoleName, type RoleNeed } from '../../platform/core/roles.ts';
import type { StandstillFault } from '../../platform/data/standstill/fence.ts';

/** Why a request gets no page of its own, in words for the person who reads it. */
export class Failure extends Error {
  readonly status: number;
  readonly title: string;
  readonly retryAfterSeconds: number | undefined;
  /** Until when the institution stands still, if that is why: RFC 3339. */
  readonly frozenUntil: string | undefined;

  constructor(
    status: keyof typeof TEXTS,
    options: {
      readonly cause?: unknown;
      readonly retryAfterSeconds?: number;
      readonly title?: string;
      readonly text?: string;
      readonly frozenUntil?: string;
    } = {},
  ) {
    const { title, text } = TEXTS[status];
    super(options.text ?? text, { cause: options.cause });
    this.name = 'Failure';
    this.status = status;
    this.title = options.title ?? title;
    this.frozenUntil = options.frozenUntil;
    this.retryAfterSeconds = options.retryAfterSeconds ?? (status === 503 ? 5 : undefined);
  }
}

/** That the person lacks the role that a page or its form needs. */
export class RoleFailure extends Failure {
  /** Any of these; empty if only the service knows. */
  readonly roles: readonly RoleName[];

  /** @param acts who may send the page's form, which is more than seeing it; null if only the service knows */
  constructor(acts: RoleNeed) {
    super(403, { title: 'Your roles don’t include this', text: 'Nothing was changed.' });
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
  const [title, text] = [
    'Nothing can be changed at the moment',
    'Your institution stands still. You can go on reading.',
  ];
  return new Failure(503, { cause: refusal, title, text, retryAfterSeconds, ...(until && { frozenUntil: until }) });
}

/** The message of a form for a file that is far too large. */
const FILE_TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE';

/** A call that took too long, and the second one of a form that was sent twice at once. */
const PASSING = new Set<Code>([Code.DeadlineExceeded, Code.Aborted]);

const TEXTS = {
  400: {
    title: 'Bad request',
    text: 'The console doesn’t understand this request. Go back and try again.',
  },
  403: {
    title: 'Not sent from this console',
    text: 'The form didn’t come from a page of this console, so nothing was changed. Open the page here and send it again.',
  },
  404: { title: 'Not found', text: 'This page doesn’t exist, or it belongs to another institution.' },
  413: {
    title: 'Too large',
    text: 'The file is larger than anything that the console takes. Go back, and send a smaller one.',
  },
  429: {
    title: 'Too many requests',
    text: 'The console has received too many requests at once. Wait a minute, then try again.',
  },
  500: {
    title: 'Something went wrong on our side',
    text: 'The request could not be completed. If it happens again, give the request ID to the person who runs your Lyceum server.',
  },
  503: { title: 'Part of Lyceum is temporarily unavailable', text: 'Your data is safe. Try again in a few seconds.' },
} as const;
