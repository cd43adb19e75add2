import type { Call } from '../../../platform/calls/caller.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { type Sent, screen } from '../../route/screen.ts';
import { changedEndpoint, LIST, nameOf, pathOf } from './endpoint-of.ts';
import { signingSecretPage } from './secret.ts';

/** The fields of an endpoint. @param endpoint its present state; absent for a new one */
export async function endpointFields(call: Call, endpoint?: Endpoint): Promise<Field[]> {
  const { types } = await call(EventService.method.listEventTypes, {});
  return [
    {
      name: 'url',
      label: t.words.address,
      kind: 'url',
      required: true,
      maxLength: 2048,
      value: endpoint?.url ?? '',
      help: t.webhooks.addressHelp,
    },
    {
      name: 'description',
      label: t.webhooks.description,
      maxLength: 500,
      value: endpoint?.description ?? '',
      help: t.webhooks.descriptionHelp,
    },
    {
      kind: 'choices',
      name: 'types',
      label: t.webhooks.types,
      options: types.map(({ type }) => [type, type] as const),
      isEnglish: true,
      value: endpoint?.types.join(' ') ?? '',
      help: t.webhooks.typesHelp,
    },
  ];
}

/** The same, as a form was sent. */
export function endpointSent(values: Sent['values']): Pick<Endpoint, 'url' | 'description' | 'types'> {
  const { url = '', description = '' } = values;
  return { url, types: chosenOf(values, 'types'), ...(description !== '' && { description }) };
}

/** Creates an endpoint and shows its signing secret once. */
export const createEndpoint = screen({
  path: '/webhooks/new',
  success: () => t.webhooks.created,
  view: async ({ call }, state) => ({
    title: t.webhooks.create,
    isNarrow: true,
    body: html`${heading({ title: t.webhooks.create, parent: LIST, about: t.webhooks.aboutCreation })}${form(state, {
      fields: await endpointFields(call),
      isFocused: true,
      submit: t.webhooks.create,
      cancel: LIST.href,
    })}`,
  }),
  async submit(visit) {
    const endpoint = { ...endpointSent(visit.values), isEnabled: true };
    return signingSecretPage(await visit.send(EndpointService.method.createEndpoint, { endpoint }), visit);
  },
});

/** Changes the address, the event types and the description of an endpoint. */
export const changeEndpoint = changeScreen(changedEndpoint, {
  path: '/webhooks/{id}/change',
  success: () => t.webhooks.changed,
  next: pathOf,
  fields: ({ call }, endpoint) => endpointFields(call, endpoint),
  view(_visit, { record, fields, ...state }) {
    const name = nameOf(record);
    return {
      title: t.webhooks.changeTitle(name),
      isNarrow: true,
      body: html`${heading({ title: t.webhooks.change, parent: { href: pathOf(record), title: name }, about: t.webhooks.aboutChange })}${form(
        state,
        { fields, submit: t.words.save, cancel: pathOf(record) },
      )}`,
    };
  },
  async save({ send, record: { id }, values, changed, precondition }) {
    const [endpoint, paths] = [endpointSent(values), Object.keys(changed)];
    await send(EndpointService.method.updateEndpoint, { id, precondition, endpoint, updateMask: { paths } });
    return undefined;
  },
});
