import type { Decision } from '../../libraries/sliding-window/index.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { Problem } from '../problem/problem.ts';
import { CHALLENGE, problemOf } from '../problem/problems.ts';
import { refusals } from '../problem/refusals.ts';
import type { WriteAllowance } from './write-allowance.ts';

/** Problems of requests that authentication or a limit rejects; nothing else in them has been checked. */

export function unauthorized(): Problem {
  return new Problem(401, 'unauthorized', {
    detail: 'The credentials are missing, malformed or wrong, or the integration is not active.',
    headers: CHALLENGE,
  });
}

/** @param baseUrl of the installation that the institution has moved to @param location of the request there */
export function institutionMoved(baseUrl: string, location: string): Problem {
  return new Problem(421, 'institution_moved', {
    detail: `The institution has moved to ${baseUrl}. Send the request there.`,
    extensions: { baseUrl },
    headers: { location },
  });
}

/** The same answer whether the feed of the URL has ended or never existed. */
export function noSuchFeed(): Problem {
  return problemOf(new Refusal(refusals.CALENDAR_FEED_NOT_FOUND), 422);
}

export function tooManyRequests({ limit, windowSeconds, retryAfterSeconds }: Decision): Problem {
  return new Problem(429, 'rate_limit_exceeded', {
    detail: `More than ${limit} requests within ${windowSeconds} seconds. Repeat the request after the time in Retry-After.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/** The problem of a client whose allowance of the day is spent. @param seconds until it may write again */
export function allowanceSpent(
  { bytesPerDay, isOfDryRuns }: Pick<WriteAllowance, 'bytesPerDay' | 'isOfDryRuns'>,
  seconds: number,
): Problem {
  const megabytes = `${Math.ceil(bytesPerDay / MEGABYTE)} MB`;
  const spent = isOfDryRuns
    ? `tried the ${megabytes} that it may try in dry runs per day (UTC). Repeat the request after the time in Retry-After. Reads and writes are not affected.`
    : `written the ${megabytes} that it may write per day (UTC). Repeat the request after the time in Retry-After. Reads are not affected.`;
  return new Problem(429, 'rate_limit_exceeded', {
    detail: `This integration has ${spent}`,
    headers: { 'retry-after': String(seconds) },
  });
}

const MEGABYTE = 1024 * 1024;
