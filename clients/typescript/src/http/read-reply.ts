import type { Answer, NotModified } from '../answer.ts';
import {
  ForbiddenError,
  type LyceumError,
  ProblemError,
  type RequestMetadata,
  UnexpectedAnswerError,
} from '../errors.ts';
import type { Meta, Pagination, Problem } from '../gen/schemas.ts';

/** The HTTP response to one attempt. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Responses of lists also have `pagination`. */
export type Succeeded = (Answer<unknown> & { readonly pagination?: Pagination }) | NotModified;

/** Converts an HTTP response to an answer or an error. */
export function readReply(reply: Reply, sent: RequestMetadata): Succeeded | LyceumError {
  const { status, headers, text } = reply;
  const metadata = { ...sent, requestId: headers.get('x-request-id') ?? sent.requestId };
  const answered = { headers, requestId: metadata.requestId, etag: headers.get('etag') };
  if (status === 304) return { status, data: undefined, ...answered };
  const type = headers.get('content-type') ?? '';
  const json = /\bjson\b/.test(type) ? parseObject(text) : null;
  if (status >= 400 && typeof json?.code === 'string') {
    const problem = json as unknown as Problem;
    const ProblemClass = problem.status === 403 ? ForbiddenError : ProblemError;
    return new ProblemClass(problem, { ...metadata, retryAfterMs: retryAfterMsOf(reply) });
  }
  if (!isSuccess(status)) return new UnexpectedAnswerError(status, metadata);
  const isReplayed = headers.get('idempotency-replayed') === 'true';
  const bare = { status, meta: null, isReplayed, ...answered } as const;
  if (status === 204) return { ...bare, data: undefined };
  if (type.startsWith('text/calendar')) return { ...bare, data: text };
  if (!json || !('data' in json)) return new UnexpectedAnswerError(status, metadata);
  const { data, meta = null, ...rest } = json as { data: unknown; meta?: Meta; pagination?: Pagination };
  return { ...bare, ...rest, data, meta };
}

function isSuccess(status: number): status is Answer<unknown>['status'] {
  return status === 200 || status === 201 || status === 202 || status === 204;
}

/** `Retry-After` in milliseconds; null unless it is a whole number of seconds. */
export function retryAfterMsOf({ headers }: Pick<Reply, 'headers'>): number | null {
  const value = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) * 1000 : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
