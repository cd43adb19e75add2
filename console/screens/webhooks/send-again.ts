import { present } from '../../../platform/core/present.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { deliveryPath } from './endpoint-of.ts';
import { requested } from './requested.ts';

/** Begins a delivery anew, whatever came of it. */
export const sendAgain = screen({
  path: '/webhooks/{id}/deliveries/{deliveryId}/send-again',
  success: 'The event is being sent again.',
  async view({ call, params: { id: endpointId = '', deliveryId: id = '' } }, state) {
    const { delivery } = await call(DeliveryService.method.getDelivery, { endpointId, id });
    const parent = { href: deliveryPath({ endpointId, id }), title: present(delivery, 'delivery').eventType };
    return {
      title: 'Send again',
      isNarrow: true,
      body: html`${heading({ title: 'Send again', parent, about: 'The receiver gets the same event again, with the same ID.' })}${form(
        state,
        { fields: [], submit: 'Send again', cancel: parent.href },
      )}`,
    };
  },
  async submit({ send, params: { id: endpointId = '', deliveryId: id = '' } }) {
    await requested(send(DeliveryService.method.redeliver, { endpointId, id }));
    return { to: deliveryPath({ endpointId, id }) };
  },
});
