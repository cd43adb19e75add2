import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { heading } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { periodOf } from '../../components/period.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { deliveryPath, endpointOf, nameOf, pathOf } from './endpoint-of.ts';

/** Begins a delivery anew, whatever came of it. */
export const sendAgain = screen({
  path: '/webhooks/{id}/deliveries/{deliveryId}/send-again',
  success: () => t.webhooks.sentAgain,
  async view({ call, params: { id: endpointId = '', deliveryId: id = '' } }, state) {
    const { delivery } = await call(DeliveryService.method.getDelivery, { endpointId, id });
    const { eventType } = present(delivery, 'delivery');
    const parent = { href: deliveryPath({ endpointId, id }), title: html`<span lang="en">${eventType}</span>` };
    return {
      title: t.webhooks.sendAgain,
      isNarrow: true,
      body: html`${heading({ title: t.webhooks.sendAgain, parent, about: t.webhooks.aboutSendAgain })}${form(state, {
        fields: [],
        submit: t.webhooks.sendAgain,
        cancel: parent.href,
      })}`,
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
  success: () => t.webhooks.testSent,
  async view(visit, state) {
    const found = await endpointOf(visit);
    const parent = { href: pathOf(found), title: nameOf(found) };
    return {
      title: t.webhooks.sendTest,
      isNarrow: true,
      body: html`${heading({ title: t.webhooks.sendTest, parent, about: t.webhooks.aboutTest(html`<span lang="en">webhook.test</span>`) })}${form(
        state,
        { fields: [], submit: t.webhooks.sendTest, cancel: parent.href },
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
  success: () => t.webhooks.replayStarted,
  async view(visit, state) {
    const found = await endpointOf(visit);
    const parent = { href: pathOf(found), title: nameOf(found) };
    return {
      title: t.webhooks.replayTitle(parent.title),
      isNarrow: true,
      body: html`${heading({
        title: t.webhooks.replay,
        parent,
        about: t.webhooks.aboutReplay,
      })}${form(state, {
        fields: [
          {
            name: 'from',
            label: t.words.from,
            kind: 'datetime-local',
            required: true,
            help: t.webhooks.inZone(visit.present.timeZone),
          },
          {
            name: 'to',
            label: t.words.to,
            kind: 'datetime-local',
            help: t.webhooks.replayEnd,
          },
        ],
        submit: t.webhooks.replay,
        cancel: parent.href,
      })}`,
    };
  },
  async submit({ send, present, params: { id = '' }, values: { from = '', to = '' } }) {
    const { period, faults } = periodOf({ from, to }, present);
    refuseFaults(faults);
    const asked = { endpointId: id, from: '', ...period };
    const { deliveries } = await requested(send(DeliveryService.method.replayEvents, asked));
    if (deliveries === 0) refuseFaults({ from: t.webhooks.nothingToReplay });
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
    const message = t.webhooks.deliveriesLeft(Number(extensions.deliveriesLeft ?? 0));
    throw new Refusal({ code, status, message });
  }
}
