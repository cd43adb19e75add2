import type { Call } from '../../../platform/calls/caller.ts';
import { type Request, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type Empty, heading, linkButton, notSearched } from '../../components/elements.ts';
import { filteredList } from '../../components/filters.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { dateTime, type Present } from '../../components/time.ts';
import { cursorAfter, cursorAt, PAGE_SIZE, pageOf } from '../../route/cursor.ts';
import { screen, type Visit } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { FILTERS, filterOf, PATH, type RequestFilter, requestFilters } from './filter.ts';
import { requestsTable } from './requests-table.ts';
import { toldOf } from './sentences.ts';

/** The records of the institution's requests, the latest first. */
export const requests = screen({
  path: '/requests',
  async view({ call, callIfAvailable, query: given, present }) {
    const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const { cursor, before: _, ...filters } = query;
    const typed = filterOf(filters, present);
    const [{ integrations }, { found = NOTHING, faults }] = await Promise.all([
      call(IntegrationService.method.listIntegrations, {}),
      search(typed.faults, FILTERS, () => findRequests(call, typed.filter, query)),
    ]);
    const isFaulty = found === NOTHING;
    const list = filteredList(
      requestsTable({
        label: t.frame.requests,
        requests: found.requests,
        present,
        told: await toldOf(callIfAvailable, found.requests, new Map(integrations.map(({ id, name }) => [id, name]))),
        empty: isFaulty ? notSearched() : noneOf(found, Object.keys(query).length > 0, present),
      }),
      found.requests.length > 0 || found.cursor !== undefined || cursor !== undefined
        ? pages({
            path: PATH,
            query,
            cursor: found.cursor,
            top: topOf(found),
            summary: t.requests.shown(found.requests.length),
          })
        : undefined,
    );
    return {
      title: t.frame.requests,
      ...(isFaulty && { status: 422 }),
      body: html`${heading({ title: t.frame.requests, about: t.requests.about(present.timeZone), actions: linkButton('', t.requests.refresh) })}${requestFilters(query, faults, integrations)}${list}`,
    };
  },
});

function topOf({ requests: [first] }: RequestPage): string | undefined {
  return cursorAt(first && { sort: first.time, id: first.id }, 'descending');
}

const NOTHING: RequestPage = { requests: [], cursor: undefined, lookedUntil: undefined };

function noneOf({ lookedUntil }: RequestPage, isFiltered: boolean, present: Present): Empty {
  if (lookedUntil !== undefined)
    return {
      title: t.requests.soFar,
      text: t.requests.soFarText(dateTime(lookedUntil, present)),
    };
  if (isFiltered)
    return {
      title: t.requests.noMatch,
      text: t.requests.noMatchText,
    };
  return {
    title: t.requests.none,
    text: t.requests.noneText,
    action: linkButton('/console/integrations', t.frame.integrations),
  };
}

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
