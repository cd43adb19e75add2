import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ListRequestsRequestSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { filters } from '../../components/filters.ts';
import type { Html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { periodOf } from '../../components/period.ts';
import type { Present } from '../../components/time.ts';
import { routeOptions } from './routes.ts';

export const PATH = '/console/requests';

/** The filters by their names in the service. */
export const FILTERS = {
  integrationId: 'integration',
  method: 'method',
  route: 'route',
  requestId: 'requestId',
} as const;

type Query = Readonly<Record<string, string>>;

/** The filter of a list of requests, as the service takes it. */
export type RequestFilter = Omit<MessageInitShape<typeof ListRequestsRequestSchema>, '$typeName' | 'page'>;

/** The address of the requests that match. */
export function requestsPath(query: Query): string {
  return `${PATH}?${new URLSearchParams(query)}`;
}

/** The filters of an address, and their faults. */
export function filterOf(query: Query, present: Present) {
  const { integration, status = '', method, route, requestId, from = '', to = '' } = query;
  const { period, faults: ofPeriod } = periodOf({ from, to }, present);
  const isStatus = STATUS.test(status);
  const faults = {
    ...ofPeriod,
    ...(status !== '' && !isStatus && { status: t.requests.statusFault }),
  };
  const filter: RequestFilter = {
    ...(integration && { integrationId: integration }),
    ...(isStatus && {
      statusFrom: Number(status.replace(/xx$/i, '00')),
      statusTo: Number(status.replace(/xx$/i, '99')),
    }),
    ...(method && { method }),
    ...(route && { route }),
    ...(requestId && { requestId }),
    ...period,
  };
  return { filter, faults };
}

/** The form with the filters. */
export function requestFilters(query: Query, faults: Query, integrations: readonly Integration[]): Html {
  return filters({
    label: t.frame.requests,
    path: PATH,
    query,
    faults,
    filters: [
      {
        kind: 'select',
        name: 'integration',
        label: t.words.integration,
        options: [['', t.words.all], ...integrations.map(({ id, name }) => [id, name] as const)],
      },
      { name: 'status', label: t.words.status, placeholder: t.requests.statusExample, maxLength: 3 },
      {
        kind: 'select',
        name: 'method',
        label: t.requests.method,
        options: [['', t.words.all], ...METHODS.map((method) => [method, method] as const)],
        isEnglish: true,
      },
      {
        kind: 'select',
        name: 'route',
        label: t.requests.route,
        options: [['', t.words.all], ...routeOptions(query.route)],
        isEnglish: true,
      },
      { kind: 'datetime-local', name: 'from', label: t.words.from },
      { kind: 'datetime-local', name: 'to', label: t.words.to },
      { name: 'requestId', label: t.words.requestId, maxLength: 128 },
    ],
  });
}

const STATUS = /^[1-5](\d\d|xx)$/i;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
