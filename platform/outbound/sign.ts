import { Webhook } from 'standardwebhooks';
import { toDate } from '../core/instant.ts';

/** The signed parts of a delivery. */
export interface SignedEvent {
  readonly eventId: string;
  /** When it is sent, in epoch milliseconds: receivers reject events that are more than a few minutes old. */
  readonly sentAt: number;
  /** The body exactly as sent. */
  readonly body: string;
}

/** The headers that prove an event's origin (Standard Webhooks 1.0): one signature per secret, newest first. */
export function signatureHeaders({ eventId, sentAt, body }: SignedEvent, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(eventId, toDate(sentAt), body));
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(sentAt / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
