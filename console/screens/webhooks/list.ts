import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { heading, linkButton } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { deliveryBadge } from './delivery-cells.ts';
import { allEndpoints, LIST, nameOf, pathOf } from './endpoint-of.ts';
import { stateBadge } from './state.ts';

/** All webhook endpoints of the institution. */
export const webhooks = screen({
  path: '/webhooks',
  async view({ call, callIfAvailable, present }) {
    const [all, health] = await Promise.all([
      allEndpoints(call),
      callIfAvailable(EndpointService.method.listEndpointHealth, {}),
    ]);
    const healthOf = new Map(health?.endpoints.map((each) => [each.endpointId, each]));
    const create = linkButton(`${LIST.href}/new`, 'Create endpoint', 'primary');
    const lastDelivery = ({ id }: Endpoint): Fragment => {
      const { lastDeliveryAt, lastDeliveryStatus = '' } = healthOf.get(id) ?? {};
      if (lastDeliveryAt === undefined) return html`<span class="muted">${health ? 'Never' : '–'}</span>`;
      return html`${deliveryBadge(lastDeliveryStatus)} ${time(lastDeliveryAt, present)}`;
    };
    return {
      title: LIST.title,
      body: html`${heading({
        title: LIST.title,
        about: 'URLs that receive events as signed requests, within seconds of the change.',
        actions: all.length > 0 && create,
      })}${table<Endpoint>({
        label: 'Webhook endpoints',
        rows: all,
        href: pathOf,
        columns: [
          { head: 'Endpoint', cell: (each) => html`<span class="clip">${nameOf(each)}</span>` },
          { head: 'State', cell: (each) => stateBadge(each, healthOf.get(each.id)) },
          { head: 'Last delivery', cell: lastDelivery },
          { head: 'Types', cell: ({ types }) => typesInShort(types) },
          { head: 'Address', cell: ({ url }) => html`<span class="clip mono muted" title="${url}">${url}</span>` },
        ],
        empty: {
          title: 'No webhook endpoints yet',
          text: 'An endpoint is a URL on your server that receives events, so you don’t have to poll. Create one to get its signing secret.',
          action: create,
        },
      })}`,
    };
  },
});

function typesInShort(types: readonly string[]): Fragment {
  const [first, ...others] = types;
  if (first === undefined) return 'All';
  return html`<span class="mono">${first}</span>${others.length > 0 && html` <span class="muted" title="${others.join(', ')}">and ${others.length} more</span>`}`;
}
