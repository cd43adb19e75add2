import type { Call } from '../../../platform/calls/caller.ts';
import { type Request, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { cursorAfter, PAGE_SIZE, pageOf } from '../../route/cursor.ts';
import type { Visit } from '../../route/screen.ts';
import type { RequestFilter } from './filter.ts';

/** A page of requests, the latest first. */
export interface RequestPage {
  readonly requests: readonly Request[];
  /** Where the next page begins; undefined on the last one. */
  readonly cursor: string | undefined;
  /** Up to which instant was looked in vain, where a page is empty though more requests follow. */
  readonly lookedUntil: string | undefined;
}

/**
 * The next requests that match. Each call looks at a bounded number of requests: without a match among them it goes on
 * for a while.
 */
export async function findRequests(call: Call, filter: RequestFilter, query: Visit['query']): Promise<RequestPage> {
  let page = pageOf(query);
  for (let scans = 1; ; scans++) {
    const { requests, hasMore, end } = await call(RequestService.method.listRequests, { ...filter, page });
    const last = requests.at(-1);
    const after = end ?? (last && { sort: last.time, id: last.id });
    if (!hasMore || !after) return { requests, cursor: undefined, lookedUntil: undefined };
    if (last || scans === MAX_SCANS)
      return { requests, cursor: cursorAfter(after), lookedUntil: last ? undefined : after.sort };
    page = { size: PAGE_SIZE, after };
  }
}
/** Each reads 10,000 requests at most. */
const MAX_SCANS = 5;
