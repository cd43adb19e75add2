import type { Attempt, Delivery } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { badge, statusBadge } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import type { Column } from '../../components/table.ts';
import { type Present, time } from '../../components/time.ts';

export const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;

/**
 * Whether the receiver has the event.
 * @param isTried whether an attempt was made: then a pending one has failed so far, and waits for the next
 */
export function deliveryBadge(status: string, isTried = false): Html {
  if (status === 'pending')
    return isTried ? badge('warn', t.webhooks.retrying) : badge('plain', t.webhooks.statuses.pending);
  const statuses: Readonly<Record<string, string>> = t.webhooks.statuses;
  return badge(status === 'succeeded' ? 'good' : status === 'failed' ? 'bad' : 'plain', statuses[status] ?? status);
}

/** The answer of a receiver, or why there is none. */
export function answerOf({ status, error }: Attempt): Fragment {
  // Why there is no complete answer (webhooks guide).
  const errors: Readonly<Record<string, string>> = t.webhooks.attemptErrors;
  if (error !== undefined)
    return html`${status !== undefined && html`${statusBadge(status)} `}${errors[error] ?? error}`;
  return status !== undefined && statusBadge(status);
}

/** A duration in milliseconds. */
export function duration({ durationMs }: Attempt): string {
  return `${numberText(durationMs)} ${t.requests.ms}`;
}

/** The columns with the results of deliveries. */
export function outcomeColumns(present: Present): Column<Delivery>[] {
  const ofLast = ({ lastAttempt }: Delivery, show: (attempt: Attempt) => Fragment) =>
    lastAttempt ? show(lastAttempt) : html`<span class="muted">–</span>`;
  return [
    { head: t.words.state, cell: ({ status, attemptCount }) => deliveryBadge(status, attemptCount > 0) },
    { head: t.webhooks.attempts, kind: 'num', cell: ({ attemptCount }) => attemptCount },
    { head: t.words.status, cell: (each) => ofLast(each, answerOf) },
    { head: t.requests.duration, kind: 'num', cell: (each) => ofLast(each, duration) },
    { head: t.words.created, cell: ({ createdAt }) => time(createdAt, present) },
  ];
}
