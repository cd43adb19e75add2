import { DAY_MS, fromInstantText, toDate } from '../../platform/core/instant.ts';
import type { Deprecation } from '../schema/deprecation.ts';

/** The least time that what is deprecated keeps working (docs/guides/changes.md). */
const NOTICE_DAYS = 365;

/**
 * The headers of each answer of a deprecated operation: Deprecation (RFC 9745), Sunset (RFC 8594), and Link to the page
 * that explains both.
 * @throws RangeError as {@link checkNotice}
 */
export function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  checkNotice(deprecation);
  const { sunset } = deprecation;
  const since = fromInstantText(deprecation.since);
  const page = `<${deprecationPage(deprecation)}>`;
  const headers = {
    deprecation: `@${Math.floor(since / 1_000)}`,
    link: `${page}; rel="deprecation"; type="text/html"`,
  };
  if (sunset === undefined) return headers;
  const end = fromInstantText(sunset);
  return {
    ...headers,
    sunset: toDate(end).toUTCString(),
    link: `${headers.link}, ${page}; rel="sunset"; type="text/html"`,
  };
}

/** @throws RangeError when the sunset is less than NOTICE_DAYS after the deprecation */
export function checkNotice({ since, sunset }: Deprecation): void {
  if (sunset === undefined || fromInstantText(sunset) - fromInstantText(since) >= NOTICE_DAYS * DAY_MS) return;
  throw new RangeError(
    `What is deprecated must keep working for at least ${NOTICE_DAYS} days: ${sunset} is too early.`,
  );
}

/** The page that explains the deprecation. */
export function deprecationPage({ anchor }: Pick<Deprecation, 'anchor'>): string {
  return `/docs/guides/changes#${anchor}`;
}
