import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import type { GetUsageResponse } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { format } from '../../components/chart.ts';
import { type Html, html } from '../../components/html.ts';
import type { Present } from '../../components/time.ts';

const DAYS = 30;

/** Today and the 29 days before it, in UTC, as the sums have them. */
export function lastMonth({ now }: Present): { readonly from: string; readonly to: string } {
  return { from: toInstantText(now - (DAYS - 1) * DAY_MS), to: toInstantText(now + 1) };
}

/**
 * The institution's own part of what docs/service-levels.md promises: how many of its requests were answered without a
 * server error. Nothing without requests.
 */
export function availability({ total }: GetUsageResponse): Html | undefined {
  if (!total || total.requests === 0n) return undefined;
  const { requests, serverError } = total;
  return html`<p class="muted">Availability: ${share(requests - serverError, requests)} of ${format(Number(requests))} requests in ${DAYS} days were answered without a server error.</p>`;
}

/** Rounded down: what has failed at all is not shown as 100 %. */
function share(part: bigint, whole: bigint): string {
  const hundredths = Number((part * 10_000n) / whole);
  return part === whole ? '100 %' : `${(hundredths / 100).toFixed(2)} %`;
}
