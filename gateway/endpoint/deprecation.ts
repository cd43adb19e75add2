import { DAY_MS, fromInstantText, toDate } from '../../platform/core/instant.ts';

/** Announces the end of an operation. Dates are RFC 3339 instants. */
export interface Deprecation {
  /** From when on it should not be used; may be in the future. */
  readonly since: string;
  /** When it ends; absent while undecided. */
  readonly sunset?: string;
  /** The anchor of the heading in the guide about changes that names the replacement. */
  readonly anchor: string;
}

/** The least time that a deprecated operation keeps working (docs/guides/changes.md). */
const NOTICE_DAYS = 365;

/**
 * The headers of each answer of a deprecated operation: Deprecation (RFC 9745), Sunset (RFC 8594), and Link to the page
 * that explains both.
 * @throws RangeError when the sunset is less than NOTICE_DAYS after the deprecation
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
    throw new RangeError(
      `A deprecated operation must keep working for at least ${NOTICE_DAYS} days: ${sunset} is too early.`,
    );
  }
  return {
    ...headers,
    sunset: toDate(end).toUTCString(),
    link: `${headers.link}, ${page}; rel="sunset"; type="text/html"`,
  };
}

/** The page that explains the deprecation. */
export function deprecationPage({ anchor }: Deprecation): string {
  return `/docs/guides/changes#${anchor}`;
}
