import { present } from '../../../platform/core/present.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { deliveryPath, endpointOf, nameOf, pathOf } from './endpoint-of.ts';
import { requested } from './requested.ts';

/** Sends an event that tells of no change, to see whether an endpoint takes it. */
export const sendTestEvent = screen({
  path: '/webhooks/{id}/test',
  success: 'The test event is on its way.',
  async view(visit, state) {
    const found = await endpointOf(visit);
    const parent = { href: pathOf(found), title: nameOf(found) };
    return {
      title: 'Send test event',
      isNarrow: true,
      body: html`${heading({ title: 'Send test event', parent, about: 'The endpoint receives an event of type webhook.test. It stands for no change and is not in the feed.' })}${form(
        state,
        { fields: [], submit: 'Send test event', cancel: parent.href },
      )}`,
    };
  },
  async submit({ send, params: { id = '' } }) {
    const { delivery } = await requested(send(DeliveryService.method.sendTestEvent, { endpointId: id }));
    return { to: deliveryPath(present(delivery, 'delivery')) };
  },
});
