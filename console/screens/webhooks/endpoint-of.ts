import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { t } from '../../components/language.ts';
import type { ChangedRecord, Fact } from '../../route/change-screen.ts';
import type { Visit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';

export const LIST = {
  href: '/console/webhooks',
  get title() {
    return t.frame.webhooks;
  },
};

/** The endpoint that a path names. */
export async function endpointOf({ call, params }: { readonly call: Call } & Pick<Visit, 'params'>): Promise<Endpoint> {
  const { endpoint } = await call(EndpointService.method.getEndpoint, { id: params.id ?? '' });
  return present(endpoint, 'endpoint');
}

/** An endpoint as its forms change it. */
export const changedEndpoint: ChangedRecord<Endpoint> = {
  name: () => t.webhooks.thisEndpoint,
  read: endpointOf,
  revisionOf: ({ revision }) => revision,
  changesSince: (visit, { id }, revision) =>
    changesSince(visit, { resourceKind: 'webhook_endpoint', resourceId: id }, revision),
};

/** The fact that its confirmations show. */
export function addressFact({ url }: Endpoint): Fact {
  return { name: 'url', label: t.words.address, value: url, words: t.parts.quoted(url) };
}

/** All endpoints of the institution: it may have twenty. */
export async function allEndpoints(call: Call): Promise<Endpoint[]> {
  const { endpoints } = await call(EndpointService.method.listEndpoints, { page: { size: 20 } });
  return endpoints;
}

/** The name of an endpoint: its description, or else the host of its address. */
export function nameOf({ description, url }: Endpoint): string {
  return description ?? new URL(url).host;
}

/** The page of an endpoint, or one below it. */
export function pathOf({ id }: Pick<Endpoint, 'id'>, page = ''): string {
  return `${LIST.href}/${id}${page}`;
}

/** The page of a delivery, or one below it. */
export function deliveryPath({ id, endpointId }: { readonly id: string; readonly endpointId: string }, page = '') {
  return pathOf({ id: endpointId }, `/deliveries/${id}${page}`);
}
