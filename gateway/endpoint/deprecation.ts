import { fromInstantText, toDate } from '../../platform/core/instant.ts';

/** That an operation will end. Dates are RFC 3339 instants. */
export interface Deprecation {
  /** From when on it should not be used. It may lie ahead. */
  readonly since: string;
  /** When it ends; absent while that is not decided. */
  readonly sunset?: string;
  /** The heading of the guide about changes that says what to use instead: its anchor. */
  readonly anchor: string;
}

/** How long an operation goes on after it was deprecated, at least (docs/api-conventions.md). */
const NOTICE_DAYS = 365;

/**
 * What each answer of a deprecated operation says: the headers Deprecation (RFC 9745), Sunset (RFC 8594), and Link to where both are explained.
 * @throws RangeError when the operation would end before its time
 */
export function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  const { sunset } = deprecation;
  const since = fromInstantText(deprecation.since);
  const page = `<${deprecationPage(deprecation)}>`;
  const headers = {
    deprecation: `@${Math.floor(since / 1_000)}`,
    link: `${page}; rel="deprecation"; type="text/html"`,
  };
  if (sunset === undefined) return headers;
  const end = fromInstantText(sunset);
  if (end - since < NOTICE_DAYS * DAY_MS) {
    throw new RangeError(`A deprecated operation goes on for ${NOTICE_DAYS} days at least: ${sunset} is too early.`);
  }
  return {
    ...headers,
    sunset: toDate(end).toUTCString(),
    link: `${headers.link}, ${page}; rel="sunset"; type="text/html"`,
  };
}

/** Where it is explained. */
export function deprecationPage({ anchor }: Deprecation): string {
  return `/docs/guides/changes#${anchor}`;
}

const DAY_MS = 86_400_000;
