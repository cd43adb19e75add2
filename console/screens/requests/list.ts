import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { linkButton } from '../../components/button.ts';
import { type Empty, NOT_SEARCHED } from '../../components/empty.ts';
import { filteredList } from '../../components/filters.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { dateTime, type Present } from '../../components/time.ts';
import { cursorAt } from '../../route/cursor.ts';
import { screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { FILTERS, filterOf, PATH, requestFilters } from './filter.ts';
import { findRequests, type RequestPage } from './find-requests.ts';
import { requestsTable } from './requests-table.ts';

/** The records of the institution's requests, the latest first. */
export const requests = screen({
  path: '/requests',
  async view({ call, query: given, present }) {
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
        label: 'Requests',
        requests: found.requests,
        present,
        names: new Map(integrations.map(({ id, name }) => [id, name])),
        empty: isFaulty ? NOT_SEARCHED : noneOf(found, Object.keys(query).length > 0, present),
      }),
      found.requests.length > 0 || found.cursor !== undefined || cursor !== undefined
        ? pages({
            path: PATH,
            query,
            cursor: found.cursor,
            top: topOf(found),
            summary: `${found.requests.length} shown, newest first`,
          })
        : undefined,
    );
    return {
      title: 'Requests',
      ...(isFaulty && { status: 422 }),
      body: html`${heading({ title: 'Requests', about: `Every API request of your integrations. New requests appear within two seconds. Times are in ${present.timeZone}.`, actions: linkButton('', 'Refresh') })}${requestFilters(query, faults, integrations)}${list}`,
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
      title: 'Nothing found so far',
      text: html`No matching request since ${dateTime(lookedUntil, present)}. Go to the next page to search older requests.`,
    };
  if (isFiltered)
    return {
      title: 'No matching requests',
      text: 'No request matches. Widen the filters, or clear them.',
    };
  return {
    title: 'No requests yet',
    text: 'Requests of your integrations appear here, with their status and how long they took.',
    action: linkButton('/console/integrations', 'Integrations'),
  };
}
