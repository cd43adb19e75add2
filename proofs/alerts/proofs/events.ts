import { type AlertProofs, QUERIED } from '../alert-proof.ts';

const of = (metric: string, labels: string, values: string) => ({
  [`lyceum_${metric}{instance="a", ${labels}}`]: values,
});
const DIRECTORY = 'service="directory"';
const FEED = 'service="webhooks", consumer="feed"';
const attempts = (result: string, perMinute: number) =>
  of('webhook_attempts_total', `service="webhooks", result="${result}"`, `0+${perMinute}x40`);
const mails = (result: string, values: string) =>
  of('problem_mails_total', `service="identity", result="${result}"`, values);

export const eventProofs: AlertProofs = {
  LyceumOutboxOld: {
    silence: QUERIED,
    at: '5m',
    fires: of('outbox_oldest_event_age_seconds', DIRECTORY, '60+60x10'),
    labels: { severity: 'critical', service: 'directory' },
    summary: 'The oldest unpublished event of directory has waited for 6m 0s.',
    quiet: of('outbox_oldest_event_age_seconds', DIRECTORY, '120x10'),
    fault: { outage: 'kill -9 NATS' },
  },
  LyceumOutboxBacklog: {
    silence: QUERIED,
    at: '6m',
    fires: of('outbox_events', DIRECTORY, '6000x10'),
    labels: { severity: 'warning', service: 'directory' },
    summary: 'directory has 6000 unpublished events.',
    quiet: of('outbox_events', DIRECTORY, '5000x10'),
    fault: { outage: 'kill -9 NATS' },
  },
  LyceumEventsLost: {
    at: '4m',
    fires: of('outbox_lost_events_total', DIRECTORY, '0 0 4 4 4'),
    labels: { severity: 'warning', service: 'directory' },
    summary: 'NATS has lost 4 events of directory; they are published again.',
    quietAt: '20m',
    quiet: of('outbox_lost_events_total', DIRECTORY, '0 4x30'),
    fault: { test: 'platform/events/outbox/reconciler.test.ts', shows: 'expect(reconciler.lost).toBe(3)' },
  },
  LyceumConsumerLag: {
    silence: QUERIED,
    at: '11m',
    fires: of('consumer_pending_events', FEED, '1001x20'),
    labels: { severity: 'warning', service: 'webhooks', consumer: 'feed' },
    summary: 'webhooks.feed is 1001 events behind.',
    quiet: of('consumer_pending_events', FEED, '1000x20'),
    fault: { outage: 'a lock on the feed' },
  },
  LyceumConsumerOld: {
    silence: QUERIED,
    at: '4m',
    fires: of('consumer_oldest_event_age_seconds', FEED, '90x10'),
    labels: { severity: 'critical', service: 'webhooks', consumer: 'feed' },
    summary: 'The oldest unhandled event of webhooks.feed has waited for 1m 30s.',
    quiet: of('consumer_oldest_event_age_seconds', FEED, '60x10'),
    fault: { outage: 'a lock on the feed' },
  },
  LyceumDeadLetters: {
    silence: QUERIED,
    at: '3m',
    fires: of('dead_letters', FEED, '0 1x10'),
    labels: { severity: 'warning', service: 'webhooks', consumer: 'feed' },
    summary: 'webhooks.feed has 1 dead letters.',
    quiet: of('dead_letters', FEED, '0x10'),
    fault: { outage: 'an event that nobody can read' },
  },
  LyceumWebhooksLate: {
    silence: QUERIED,
    at: '6m',
    fires: of('webhook_oldest_due_age_seconds', 'service="webhooks", receivers="answering"', '400x10'),
    labels: { severity: 'warning', service: 'webhooks' },
    summary: 'Webhook deliveries to receivers that answer are 400 s late.',
    quiet: {
      ...of('webhook_oldest_due_age_seconds', 'service="webhooks", receivers="answering"', '300x10'),
      ...of('webhook_oldest_due_age_seconds', 'service="webhooks", receivers="troubled"', '9000x10'),
    },
    fault: { outage: 'a lock on the deliveries' },
  },
  LyceumWebhooksFail: {
    silence: 'without deliveries nothing fails; that none is sent, LyceumWebhooksLate says',
    at: '31m',
    fires: { ...attempts('succeeded', 4), ...attempts('refused', 96) },
    labels: { severity: 'warning' },
    summary: '96% of all requests to webhook receivers fail.',
    quiet: { ...attempts('succeeded', 10), ...attempts('refused', 90) },
    fault: { outage: 'receivers that refuse everything' },
  },
  LyceumEmailFails: {
    silence: 'without a mail server there is no email, and without problems none is due',
    at: '40m',
    fires: { ...mails('failed', '0 0 0+1x38'), ...mails('sent', '0x40') },
    labels: { severity: 'warning' },
    summary: 'No email to administrators gets through.',
    quiet: { ...mails('failed', '0 0 0+1x38'), ...mails('sent', '0x30 1x9') },
    fault: {
      test: 'services/identity/problem-mail/mail-worker.test.ts',
      shows: 'a mail server that is away gets the email once when it is back',
    },
  },
  LyceumNatsUnavailable: {
    silence: QUERIED,
    at: '3m',
    fires: of('nats_connected', DIRECTORY, '0x10'),
    labels: { severity: 'critical', service: 'directory', instance: 'a' },
    summary: 'directory on a has no connection to NATS.',
    quiet: of('nats_connected', DIRECTORY, '0 0 1x10'),
    fault: { outage: 'kill -9 NATS' },
  },
};
