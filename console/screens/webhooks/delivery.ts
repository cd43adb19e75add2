import { fromInstantText } from '../../../platform/core/instant.ts';
import { present as required } from '../../../platform/core/present.ts';
import { type Attempt, type Delivery, DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import {
  code,
  copyable,
  details,
  facts,
  heading,
  link,
  linkButton,
  postButton,
  section,
} from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { type Present, time, timeAhead, timeAndDate } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { type About, namesIn, sentenceOf } from '../events/sentences.ts';
import { answerOf, deliveryBadge, duration } from './delivery-cells.ts';
import { deliveryPath, endpointOf, nameOf, pathOf } from './endpoint-of.ts';

/** One delivery: its attempts, the receiver's answers, and the sent body. */
export const delivery = screen({
  path: '/webhooks/{id}/deliveries/{deliveryId}',
  async view(visit) {
    const { call, callIfAvailable, params, present } = visit;
    const request = { endpointId: params.id ?? '', id: params.deliveryId ?? '', withBody: true };
    const [endpoint, answer] = await Promise.all([
      endpointOf(visit),
      call(DeliveryService.method.getDelivery, request),
    ]);
    const found = required(answer.delivery, 'delivery');
    const isTest = found.eventType === 'webhook.test';
    // Of an event that is no longer kept nothing but its type is known.
    const sent: About = answer.body === undefined ? { type: found.eventType } : JSON.parse(answer.body);
    const told = await namesIn(callIfAvailable, [sent]);
    return {
      title: `${found.eventType} to ${nameOf(endpoint)}`,
      body: html`<div class="stack" id="delivery"${untilAttempted(found, present)}>${heading({
        title: answer.body === undefined ? found.eventType : sentenceOf(sent, told),
        parent: { href: pathOf(endpoint), title: nameOf(endpoint) },
        about: html`${deliveryBadge(found.status, answer.attempts.length > 0)} <span class="mono">${found.eventType}</span> created ${time(found.createdAt, present)}`,
        actions: html`${found.status === 'pending' && linkButton(deliveryPath(found), 'Refresh')}${endpoint.isEnabled && postButton(deliveryPath(found, '/send-again'), 'Send again')}`,
      })}
${facts([
  ['Address', html`<span class="mono">${endpoint.url}</span>`],
  ['Event', !isTest && link(`/console/events/${found.eventId}`, 'Open event')],
  ['Next attempt', next(found, present)],
])}
${details([
  ['Event ID', copyable('event ID', found.eventId)],
  ['Delivery ID', copyable('delivery ID', found.id)],
])}
${section('attempts', 'Attempts', attempts(answer.attempts, present))}
${answers(answer.attempts, found.status)}
${section('body', 'Body', answer.body === undefined ? html`<p class="muted">The event is no longer kept.</p>` : code('Body, as JSON', pretty(answer.body), 'body-text'))}</div>`,
    };
  },
});

/** The latest of them: each click on “Send again” adds some. */
const SHOWN_ATTEMPTS = 20;

function attempts(all: readonly Attempt[], present: Present): Html {
  const shown = all.map((attempt, index) => ({ attempt, number: index + 1 })).slice(-SHOWN_ATTEMPTS);
  return table<(typeof shown)[number]>({
    label: 'Attempts',
    rows: shown.toReversed(),
    columns: [
      { head: 'Attempt', cell: ({ number }) => number },
      { head: 'Status', cell: ({ attempt }) => answerOf(attempt) },
      { head: 'Duration', kind: 'num', cell: ({ attempt }) => duration(attempt) },
      { head: 'Time', cell: ({ attempt }) => timeAndDate(attempt.at, present) },
    ],
    empty: {
      title: 'No attempts yet',
      text: 'The first attempt is made within seconds. If an earlier event for the same record is still pending, that one goes first.',
    },
  });
}

/**
 * The beginnings of the answers: the last one in sight, earlier ones behind it. Of a delivery that has succeeded it is
 * the one that did, also if it has no body.
 */
function answers(all: readonly Attempt[], status: string): Fragment {
  const given = all
    .flatMap((attempt, index) => {
      const { response } = attempt;
      const isLast = index === all.length - 1;
      if (!response) return status === 'succeeded' && isLast ? [html`<p>${answerOf(attempt)} without a body</p>`] : [];
      return [code(`Response to attempt ${index + 1}, first KiB`, response, `answer-${index + 1}`)];
    })
    .slice(-SHOWN_ATTEMPTS)
    .toReversed();
  const [last, ...earlier] = given;
  if (!last) return undefined;
  const others =
    earlier.length > 0 &&
    html`<details class="section"><summary>Earlier answers (${earlier.length})</summary>${earlier}</details>`;
  return section('answer', 'Answer', html`${last}${others}`);
}

function next({ status, nextAttemptAt }: Delivery, present: Present): Fragment {
  if (status !== 'pending') return undefined;
  return nextAttemptAt === undefined ? 'After an earlier event for the same record' : timeAhead(nextAttemptAt, present);
}

/** With scripts, a page follows its delivery while an attempt is about to be made. */
function untilAttempted(found: Delivery, { now }: Present): Fragment {
  const isNear = found.nextAttemptAt !== undefined && fromInstantText(found.nextAttemptAt) - now < NEAR_MS;
  return (
    found.status === 'pending' &&
    isNear &&
    html` hx-get="${deliveryPath(found)}" hx-trigger="every 2s" hx-target="#delivery" hx-select="#delivery" hx-swap="outerHTML"`
  );
}

const NEAR_MS = 10_000;

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
