import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { isUuid } from '../../platform/core/ids.ts';
import { statusesOf } from '../../site/openapi/statuses.ts';
import { findOperation } from './operations.ts';
import type { TestAnswer } from './test-messages.ts';

/**
 * Throws if a response lacks what the specification requires of every response: envelope, problem, headers, a
 * documented status.
 */
export function checkAnswer(answer: TestAnswer, { method, path }: { method: string; path: string }): void {
  const wrong = (what: string): never => {
    throw new Error(`${method} ${path} answers ${answer.status} ${what}: ${answer.text}`);
  };
  if (answer.status === 500) wrong('');
  const requestId = answer.headers.get('x-request-id') ?? '';
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(requestId)) wrong('without X-Request-Id');
  // A lone surrogate in JSON: not every client can read it.
  if (/(?<!\\)\\ud[89a-f]/i.test(answer.text)) wrong('with a lone surrogate');

  // A letter may be written with its number.
  const operation = findOperation(method, path.replaceAll(/%[4-7][0-9a-f]/gi, decodeURIComponent));
  if (operation && !statusesOf(operation).includes(answer.status)) wrong('which its operation does not document');

  checkCaching(answer, operation, wrong);

  const isApi = path.startsWith('/api/v4/') && path !== '/api/v4/openapi.json';
  // 503 may mean that not even the credentials could be looked up.
  if (isApi && !(operation && isPublic(operation)) && answer.status !== 401 && answer.status !== 503)
    checkRateLimit(answer.headers, wrong);
  if (answer.status >= 400) {
    checkProblemHeaders(answer, wrong);
    if (method !== 'HEAD') checkProblem(answer.body, { status: answer.status, requestId }, wrong);
  } else if (answer.status === 204 || answer.status === 304 || method === 'HEAD') {
    if (answer.text !== '') wrong('with a body');
  } else if (operation?.kind === 'document') {
    if (answer.headers.get('content-type') !== `${operation.mediaType}; charset=utf-8`) wrong('as another media type');
    if (!answer.headers.has('etag')) wrong('without ETag');
  } else if (isApi) {
    // Nobody is clocked in.
    const isNothing = operation?.kind === 'read' && operation.mayBeNull && answer.text === '{"data":null}';
    const isEndless = operation?.kind === 'list' && operation.isEndless === true;
    const listsChanges = operation?.kind === 'list' && 'updatedSince' in operation.filters.properties;
    const tried = operation ?? findOperation(method, path.replace('/dry-run/', '/'));
    const hasOverlaps = tried?.kind === 'write' && tried.hasOverlaps === true;
    if (!isNothing) checkEnvelope(answer, { requestId, isEndless, listsChanges, hasOverlaps }, wrong);
  }
}

type Wrong = (what: string) => never;

/** No response may be cached, except reads with an ETag, and pages and documents that are the same for every client. */
function checkCaching({ status, headers }: TestAnswer, operation: Endpoint | undefined, wrong: Wrong): void {
  if (headers.get('x-content-type-options') !== 'nosniff') wrong('without X-Content-Type-Options');
  const cacheControl = headers.get('cache-control');
  const isTagged = operation?.kind === 'read' || operation?.kind === 'document';
  if (status >= 400 || operation) {
    const expected = isTagged && status < 400 ? 'private, no-cache' : 'no-store';
    if (cacheControl !== expected) wrong(`with Cache-Control ${cacheControl}`);
  } else if (cacheControl === null) wrong('without Cache-Control');
}

function checkRateLimit(headers: Headers, wrong: Wrong): void {
  const remaining = Number(headers.get('ratelimit-remaining') ?? Number.NaN);
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  if (headers.get('ratelimit-limit') !== '1000') wrong('without RateLimit-Limit');
  if (headers.get('ratelimit-policy') !== '1000;w=60') wrong('without RateLimit-Policy');
  if (!Number.isInteger(remaining) || remaining < 0 || remaining > 999) wrong('without RateLimit-Remaining');
  if (!Number.isInteger(reset) || reset < 1 || reset > 60) wrong('without RateLimit-Reset');
}

/** The header required with an error's status. */
const HEADERS = new Map([
  [401, 'www-authenticate'],
  [405, 'allow'],
  [429, 'retry-after'],
  [503, 'retry-after'],
]);

function checkProblemHeaders({ status, headers }: TestAnswer, wrong: Wrong): void {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) wrong('which is not a problem document');
  const header = HEADERS.get(status);
  if (header !== undefined && !headers.get(header)) wrong(`without ${header}`);
}

const VIOLATION_CODES =
  /^(required|invalid_type|invalid_string|invalid_enum|too_small|too_big|unknown_field|invalid_reference|invalid_value)$/;

function checkProblem(problem: TestAnswer['body'], seen: { status: number; requestId: string }, wrong: Wrong): void {
  const { type, code, title, status, detail, instance, errors } = problem ?? {};
  const known = Object.entries(problemCodes).find(([name]) => name === code)?.[1];
  if (!known?.statuses.includes(seen.status)) wrong(`with the code ${code}`);
  if (status !== seen.status) wrong('with another status in the problem');
  if (title !== known?.title) wrong('with another title');
  if (typeof detail !== 'string' || detail === '') wrong('without detail');
  if (!URL.canParse(type) || !type.endsWith(`/${code}`)) wrong('with another type');
  if (instance !== (isUuid(seen.requestId) ? `urn:uuid:${seen.requestId}` : undefined)) wrong('with another instance');
  if (errors === undefined) return;
  if (!Array.isArray(errors) || errors.length === 0) wrong('with empty errors');
  for (const fault of errors) {
    if (Object.keys(fault).sort().join() !== 'code,field,message,pointer') wrong('with an error of another shape');
    if (!VIOLATION_CODES.test(fault.code) || fault.message === '')
      wrong('with an error that has no code or no message');
    if (fault.field !== dotted(fault.pointer) && !(fault.pointer === '' && CONDITIONS.has(fault.field)))
      wrong('with an error whose field does not match its pointer');
  }
}

const CONDITIONS = new Set(['If-Match', 'If-None-Match']);

/** The dotted form of a JSON pointer (decisions 3.1), parsed as RFC 6901 defines. */
function dotted(pointer: string): string {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

type Kind = Readonly<Record<'isEndless' | 'listsChanges' | 'hasOverlaps', boolean>>;

function checkEnvelope(
  { headers, body }: TestAnswer,
  { requestId, isEndless, listsChanges, hasOverlaps }: { readonly requestId: string } & Kind,
  wrong: Wrong,
): void {
  if (headers.get('content-type') !== 'application/json; charset=utf-8') wrong('which is not JSON');
  const { data, meta, pagination, ...more } = body ?? {};
  if (data === undefined || Object.keys(more).length > 0) wrong('without the envelope');
  // The replay of what a release without them has stored has none.
  const overlaps = hasOverlaps && (meta?.overlaps || !headers.has('idempotency-replayed')) ? ['overlaps'] : [];
  const names = ['requestId', 'timestamp', 'version', ...(listsChanges ? ['nextUpdatedSince'] : []), ...overlaps];
  if (Object.keys(meta ?? {}).join() !== names.join() || meta.version !== 'v4') wrong('without meta');
  // Of two clocks, which may differ.
  if (listsChanges && !INSTANT.test(meta.nextUpdatedSince)) wrong('with another nextUpdatedSince');
  if (!INSTANT.test(meta.timestamp)) wrong('with another timestamp');
  // A replay shows the meta of the first answer.
  if (meta.requestId !== requestId && !headers.has('idempotency-replayed')) wrong('with another request id in meta');
  if (Array.isArray(data) !== (pagination !== undefined)) wrong('with pagination, or without it');
  if (pagination === undefined) return;
  const { next_cursor, has_more, limit, ...others } = pagination;
  // The feed's cursor is never null (decisions 14).
  const hasCursor = has_more || isEndless;
  if (Object.keys(others).length > 0 || hasCursor !== (next_cursor !== null) || data.length > limit) {
    wrong('with another pagination');
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
