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
import { t } from '../../components/language.ts';
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
      title: t.webhooks.deliveryTitle(found.eventType, nameOf(endpoint)),
      body: html`<div class="stack" id="delivery"${untilAttempted(found, present)}>${heading({
        title: answer.body === undefined ? html`<span lang="en">${found.eventType}</span>` : sentenceOf(sent, told),
        parent: { href: pathOf(endpoint), title: nameOf(endpoint) },
        about: html`<span data-said>${deliveryBadge(found.status, answer.attempts.length > 0)}</span> ${t.webhooks.createdAt(html`<span class="mono" lang="en">${found.eventType}</span>`, time(found.createdAt, present))}`,
        actions: html`${found.status === 'pending' && linkButton(deliveryPath(found), t.webhooks.refresh)}${endpoint.isEnabled && postButton(deliveryPath(found, '/send-again'), t.webhooks.sendAgain)}`,
      })}
${facts([
  [t.words.address, html`<span class="mono">${endpoint.url}</span>`],
  [t.words.event, !isTest && link(`/console/events/${found.eventId}`, t.webhooks.openEvent)],
  [t.webhooks.nextAttempt, next(found, present)],
])}
${details([
  [t.events.eventId, copyable(t.events.ofEventId, found.eventId)],
  [t.webhooks.deliveryId, copyable(t.webhooks.ofDeliveryId, found.id)],
])}
${section('attempts', t.webhooks.attempts, attempts(answer.attempts, present))}
${answers(answer.attempts, found.status)}
${section('body', t.webhooks.body, answer.body === undefined ? html`<p class="muted">${t.webhooks.notKept}</p>` : code(t.webhooks.bodyAsJson, pretty(answer.body), 'body-text'))}</div>`,
    };
  },
});

/** The latest of them: each click on “Send again” adds some. */
const SHOWN_ATTEMPTS = 20;

function attempts(all: readonly Attempt[], present: Present): Html {
  const shown = all.map((attempt, index) => ({ attempt, number: index + 1 })).slice(-SHOWN_ATTEMPTS);
  return table<(typeof shown)[number]>({
    label: t.webhooks.attempts,
    rows: shown.toReversed(),
    columns: [
      { head: t.webhooks.attempt, cell: ({ number }) => number },
      { head: t.words.status, cell: ({ attempt }) => answerOf(attempt) },
      { head: t.requests.duration, kind: 'num', cell: ({ attempt }) => duration(attempt) },
      { head: t.words.time, cell: ({ attempt }) => timeAndDate(attempt.at, present) },
    ],
    empty: {
      title: t.webhooks.noAttempts,
      text: t.webhooks.noAttemptsText,
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
      if (!response)
        return status === 'succeeded' && isLast ? [html`<p>${t.webhooks.withoutBody(answerOf(attempt))}</p>`] : [];
      return [code(t.webhooks.response(index + 1), response, `answer-${index + 1}`)];
    })
    .slice(-SHOWN_ATTEMPTS)
    .toReversed();
  const [last, ...earlier] = given;
  if (!last) return undefined;
  const others =
    earlier.length > 0 &&
    html`<details class="section"><summary>${t.webhooks.earlierAnswers(earlier.length)}</summary>${earlier}</details>`;
  return section('answer', t.webhooks.answer, html`${last}${others}`);
}

function next({ status, nextAttemptAt }: Delivery, present: Present): Fragment {
  if (status !== 'pending') return undefined;
  return nextAttemptAt === undefined ? t.webhooks.afterEarlier : timeAhead(nextAttemptAt, present);
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
