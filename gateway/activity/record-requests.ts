import type { FastifyReply, FastifyRequest } from 'fastify';
import { monotonicMs } from '../../platform/core/clock.ts';
import type { Ids } from '../../platform/core/ids.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { Authenticator } from '../admission/authenticator.ts';
import { bytesSent } from '../http/body-bytes.ts';
import type { Problem } from '../problem/problem.ts';
import { problemErrors } from '../problem/problem-errors.ts';
import type { Requester } from './gathered-requests.ts';
import type { RequestRecorder } from './request-recorder.ts';

interface Options {
  readonly recorder: Pick<RequestRecorder, 'note'>;
  readonly authenticator: Pick<Authenticator, 'ownerOf'>;
  readonly syncAuthenticator: Pick<Authenticator, 'ownerOf'>;
  readonly ids: Ids;
}

/**
 * Records a request whose answer has ended: those of integrations, and those that name a client id but not its secret.
 * No body, no header but those named here, nothing that a client adds to the query of an operation, and nothing
 * anywhere that looks like a secret.
 */
export function recordRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { recorder, ids, ...authenticators }: Options,
): void {
  const requester = requesterOf(request, reply, authenticators);
  if (!requester) return;
  const { problem, url, headers } = request;
  const durationMs = monotonicMs() - request.begun;
  const { config } = request.routeOptions;
  const userAgent = headers['user-agent'];
  recorder.note(
    requester,
    {
      id: ids.newId(),
      requestId: withoutSecrets(request.id),
      time: toInstantText(request.arrivedAt),
      method: request.method,
      route: request.route,
      path: withoutSecrets(declaredQuery(url, config.queryNames)).slice(0, MAX_PATH),
      // Nginx's status for a client that has gone before its answer was sent.
      status: reply.raw.headersSent ? reply.raw.statusCode : CLIENT_GONE,
      ...(problem && problemOf(problem)),
      durationMs: Math.round(durationMs * 10) / 10,
      bytesIn: Math.min(request.bytesReceived, INT32_MAX),
      bytesOut: Math.min(bytesSent(request, reply), INT32_MAX),
      isReplay: reply.hasHeader('idempotency-replayed'),
      rateLimitRemaining: request.decision?.remaining,
      userAgent: userAgent && withoutSecrets(userAgent).slice(0, MAX_USER_AGENT),
      clientAddress: request.ip,
      ...grantOf(request),
    },
    request.identity?.secretHint,
    // Of a wrong secret, nobody knows whose request it is.
    request.identity ? config.deprecated?.filter((each) => each.isUsedBy(request)) : [],
  );
}

/** What the integration was allowed; nothing for a wrong secret, and for a directory sync, which has neither. */
function grantOf({ identity, route }: FastifyRequest) {
  if (identity?.actor.kind !== 'integration' || route?.startsWith('/scim/')) return undefined;
  const { access, areas } = identity.actor.grant;
  return { access, ...(areas && { areas: [...areas] }) };
}

function requesterOf(
  { identity, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { authenticator, syncAuthenticator }: Pick<Options, 'authenticator' | 'syncAuthenticator'>,
): Requester | undefined {
  if (identity) return identity.actor.kind === 'integration' ? identity.actor : undefined;
  // The path of a calendar feed is a secret.
  if (reply.raw.statusCode !== 401 || routeOptions.config.authenticatedBy !== undefined) return undefined;
  return authenticator.ownerOf(headers.authorization) ?? syncAuthenticator.ownerOf(headers.authorization);
}

/**
 * A request's path, with those parameters of its query that the operation declares. Others show only their names,
 * because a client may have put a secret there.
 * @param names the declared parameters; undefined for a path without an operation
 */
export function declaredQuery(url: string, names: ReadonlySet<string> = new Set()): string {
  const begin = url.indexOf('?');
  if (begin < 0) return url;
  const shown = url
    .slice(begin + 1)
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end < 0 || names.has(pair.slice(0, end)) ? pair : `${pair.slice(0, end)}=…`;
    });
  return `${url.slice(0, begin)}?${shown.join('&')}`;
}

function problemOf({ code, message, violations }: Problem) {
  return { code, detail: shown(message, MAX_DETAIL), errors: shownErrors(problemErrors(violations).errors) };
}

/** The first errors as JSON: clients must not be able to store long texts, nor a body of nothing but errors. */
function shownErrors(errors: readonly object[] | undefined): string | undefined {
  if (!errors) return undefined;
  const kept: string[] = [];
  let characters = 0;
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const short = (_name: string, value: unknown) => (typeof value === 'string' ? shown(value, MAX_TEXT) : value);
    const json = JSON.stringify(error, short);
    characters += json.length;
    if (kept.length > 0 && characters > MAX_ERRORS_CHARACTERS) break;
    kept.push(json);
  }
  return `[${kept.join()}]`;
}

/** A text as it is kept. One of PostgreSQL has neither NUL nor half a surrogate pair. */
function shown(text: string, maxCharacters: number): string {
  return withoutSecrets(text).replaceAll('\0', '\ufffd').slice(0, maxCharacters).toWellFormed();
}

const CLIENT_GONE = 499;
const MAX_PATH = 2_000;
const MAX_USER_AGENT = 200;
const MAX_DETAIL = 1_000;
/** Each text of an error. */
const MAX_TEXT = 200;
const MAX_ERRORS_CHARACTERS = 4_000;
/** A record shows the first ones of a body of nothing but errors. */
const MAX_ERRORS = 20;
const INT32_MAX = 2_147_483_647;

/**
 * A text with everything that looks like one of Lyceum's secrets replaced by `…`. Client secrets, the tokens of
 * calendar feeds, operators and sessions, sign-in links, signed identities and Basic credentials all hold 32 random
 * bytes or more in base64url (`Ids.newSecret`); the secrets of webhooks are the same bytes in base64 behind `whsec_`.
 * Each character may be percent-encoded, any number of times.
 */
export function withoutSecrets(text: string): string {
  // Most texts have no run of characters that is long enough, and looking for one costs a twentieth of the replacement.
  if (!MAY_BE_SECRET.test(text)) return text;
  return text.replace(LOOKS_SECRET, (found) => (DIGEST.test(found) ? found : '…'));
}

/** Whether {@link LOOKS_SECRET} may find something. */
const MAY_BE_SECRET = /(?<![\w-])[\w-]{43}|%|whsec_/;
/** 32 bytes in base64, without padding. */
const SECRET_CHARACTERS = 43;
/** Clients have ids and digests of their own, in hexadecimal. */
const DIGEST = /^[0-9a-f-]+$/;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE64URL = `${LETTERS}${LETTERS.toUpperCase()}0123456789_-`;

/** A pattern for any of the characters, each as it is or percent-encoded. */
function anyOf(characters: string): string {
  const codes = [...new Set(Array.from(characters, (each) => each.charCodeAt(0).toString(16)))];
  const codePattern = codes
    .map((code) => code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`))
    .join('|');
  return `(?:[${characters.replace('-', '\\-')}]|%(?:25)*(?:${codePattern}))`;
}

const WEBHOOK_PREFIX = Array.from('whsec_', anyOf).join('');
const LOOKS_SECRET = new RegExp(
  `${WEBHOOK_PREFIX}${anyOf(`${BASE64URL}+/`)}{1,${SECRET_CHARACTERS}}${anyOf('=')}*|${anyOf(BASE64URL)}{${SECRET_CHARACTERS},}`,
  'g',
);
