import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { periodOf } from '../../components/period.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { endpointOf, nameOf, pathOf } from './endpoint-of.ts';
import { requested } from './requested.ts';

/** Sends the events of a period to an endpoint again. */
export const replayEvents = screen({
  path: '/webhooks/{id}/replay',
  success: 'The replay has started. Events that are already pending are not sent twice.',
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
