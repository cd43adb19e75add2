import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { systemIds } from '../core/ids.ts';
import { signatureHeaders } from './sign.ts';
import { newSigningSecret } from './signing-secret.ts';

const EVENT = { id: '0190a000-0000-7000-8000-000000000001', note: 'Größe ✓' };
const body = JSON.stringify(EVENT);
const signed = () => ({ eventId: EVENT.id, sentAt: systemClock.now(), body });
const current = newSigningSecret(systemIds);
const former = newSigningSecret(systemIds);

test('a receiver with the secret accepts the event', () => {
  expect(new Webhook(current).verify(body, signatureHeaders(signed(), [current]))).toEqual(EVENT);
});

test('a receiver with either secret accepts the event while two sign', () => {
  const headers = signatureHeaders(signed(), [current, former]);
  expect(new Webhook(former).verify(body, headers)).toEqual(EVENT);
  expect(new Webhook(current).verify(body, headers)).toEqual(EVENT);
});

test('a receiver rejects an event that was signed with another secret, changed, renamed or delayed', () => {
  const receiver = new Webhook(current);
  const headers = signatureHeaders(signed(), [current]);
  const refused = (changedBody: string, changed: Record<string, string>) =>
    expect(() => receiver.verify(changedBody, changed)).toThrow(WebhookVerificationError);
  refused(body, signatureHeaders(signed(), [former]));
  refused(`${body} `, headers);
  refused(body, { ...headers, 'webhook-id': 'another' });
  refused(body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) });
  refused(body, signatureHeaders({ ...signed(), sentAt: systemClock.now() - 301_000 }, [current]));
});

test('the specification’s example has its signature', () => {
  const headers = signatureHeaders(
    { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: 1_614_265_330_000, body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
