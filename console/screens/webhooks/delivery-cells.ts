import type { Attempt, Delivery } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { badge, statusBadge } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import type { Column } from '../../components/table.ts';
import { type Present, time } from '../../components/time.ts';

export const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;

/**
 * Whether the receiver has the event.
 * @param isTried whether an attempt was made: then a pending one has failed so far, and waits for the next
 */
export function deliveryBadge(status: string, isTried = false): Html {
  if (status === 'pending') return isTried ? badge('warn', 'Retrying') : badge('plain', 'Pending');
  return badge(status === 'succeeded' ? 'good' : status === 'failed' ? 'bad' : 'plain', titleOf(status));
}

/** The first letter of a status as a capital. */
export function titleOf(status: string): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
}

/** The answer of a receiver, or why there is none. */
export function answerOf({ status, error }: Attempt): Fragment {
  if (error !== undefined)
    return html`${status !== undefined && html`${statusBadge(status)} `}${ERRORS[error] ?? error}`;
  return status !== undefined && statusBadge(status);
}

/** A duration in milliseconds. */
export function duration({ durationMs }: Attempt): string {
  return `${numberText(durationMs)} ms`;
}

/** The columns with the results of deliveries. */
export function outcomeColumns(present: Present): Column<Delivery>[] {
  const ofLast = ({ lastAttempt }: Delivery, show: (attempt: Attempt) => Fragment) =>
    lastAttempt ? show(lastAttempt) : html`<span class="muted">–</span>`;
  return [
    { head: 'State', cell: ({ status, attemptCount }) => deliveryBadge(status, attemptCount > 0) },
    { head: 'Attempts', kind: 'num', cell: ({ attemptCount }) => attemptCount },
    { head: 'Status', cell: (each) => ofLast(each, answerOf) },
    { head: 'Duration', kind: 'num', cell: (each) => ofLast(each, duration) },
    { head: 'Created', cell: ({ createdAt }) => time(createdAt, present) },
  ];
}

/** Why an attempt got no complete answer (webhooks guide). */
const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'No response in time',
  name_not_resolved: 'Name not resolved',
  address_not_allowed: 'Address not allowed',
  https_required: 'HTTPS required',
  connection_failed: 'No connection',
  tls_failed: 'TLS failed',
  invalid_answer: 'No valid response',
};
