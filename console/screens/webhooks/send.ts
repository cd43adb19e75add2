import { Refusal, refuseField } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { heading } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { periodOf } from '../../components/period.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { deliveryPath, endpointOf, nameOf, pathOf } from './endpoint-of.ts';

/** Begins a delivery anew, whatever came of it. */
export const sendAgain = screen({
  path: '/webhooks/{id}/deliveries/{deliveryId}/send-again',
  success: () => 'The event is being sent again.',
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

/** Sends an event that tells of no change, to see whether an endpoint takes it. */
export const sendTestEvent = screen({
  path: '/webhooks/{id}/test',
  success: () => 'The test event is on its way.',
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

/** Sends the events of a period to an endpoint again. */
export const replayEvents = screen({
  path: '/webhooks/{id}/replay',
  success: () => 'The replay has started. Events that are already pending are not sent twice.',
  async view(visit, state) {
    const found = await endpointOf(visit);
    const parent = { href: pathOf(found), title: nameOf(found) };
    return {
      title: `Replay to ${parent.title}`,
      isNarrow: true,
      body: html`${heading({
        title: 'Replay',
        parent,
        about:
          'The endpoint receives the events of a period again, in order: for a receiver that was down or lost data. At most 10,000 events at a time.',
      })}${form(state, {
        fields: [
          {
            name: 'from',
            label: 'From',
            kind: 'datetime-local',
            required: true,
            help: `In ${visit.present.timeZone}.`,
          },
          {
            name: 'to',
            label: 'To',
            kind: 'datetime-local',
            help: 'The replay ends before this time. If empty, it ends with the latest event.',
          },
        ],
        submit: 'Replay',
        cancel: parent.href,
      })}`,
    };
  },
  async submit({ send, present, params: { id = '' }, values: { from = '', to = '' } }) {
    const { period, faults } = periodOf({ from, to }, present);
    refuseFaults(faults);
    const asked = { endpointId: id, from: '', ...period };
    const { deliveries } = await requested(send(DeliveryService.method.replayEvents, asked));
    if (deliveries === 0)
      refuseField(
        '/from',
        'invalid_value',
        'has no events after it that this endpoint receives, or all of them are already pending',
      );
    return { to: pathOf({ id }) };
  },
});

/**
 * The result of a call that requests deliveries. If the day's deliveries are used up, it says so in words for people:
 * the API's are for programs.
 */
export async function requested<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'DELIVERIES_EXHAUSTED') throw error;
    const { code, status, extensions } = error;
    const message = `Only ${extensions.deliveriesLeft ?? 0} more deliveries can be requested today. A new day begins at midnight, UTC.`;
    throw new Refusal({ code, status, message });
  }
}
