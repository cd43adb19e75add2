import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { heading, linkButton } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
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
    const create = linkButton(`${LIST.href}/new`, t.webhooks.create, 'primary');
    const lastDelivery = ({ id }: Endpoint): Fragment => {
      const { lastDeliveryAt, lastDeliveryStatus = '' } = healthOf.get(id) ?? {};
      if (lastDeliveryAt === undefined) return html`<span class="muted">${health ? t.words.never : '–'}</span>`;
      return html`${deliveryBadge(lastDeliveryStatus)} ${time(lastDeliveryAt, present)}`;
    };
    return {
      title: LIST.title,
      body: html`${heading({
        title: LIST.title,
        about: t.webhooks.about,
        actions: all.length > 0 && create,
      })}${table<Endpoint>({
        label: t.webhooks.list,
        rows: all,
        href: pathOf,
        columns: [
          { head: t.webhooks.endpoint, cell: (each) => html`<span class="clip">${nameOf(each)}</span>` },
          { head: t.words.state, cell: (each) => stateBadge(each, healthOf.get(each.id)) },
          { head: t.webhooks.lastDelivery, cell: lastDelivery },
          { head: t.webhooks.types, cell: ({ types }) => typesInShort(types) },
          {
            head: t.words.address,
            cell: ({ url }) => html`<span class="clip mono muted" title="${url}">${url}</span>`,
          },
        ],
        empty: {
          title: t.webhooks.none,
          text: t.webhooks.noneText,
          action: create,
        },
      })}`,
    };
  },
});

function typesInShort(types: readonly string[]): Fragment {
  const [first, ...others] = types;
  if (first === undefined) return t.words.all;
  return html`<span class="mono" lang="en">${first}</span>${others.length > 0 && html` <span class="muted" title="${others.join(', ')}">${t.webhooks.moreTypes(others.length)}</span>`}`;
}
