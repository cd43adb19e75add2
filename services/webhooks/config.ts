import { anywhere, type Guard, internetOnly } from '../../libraries/outbound-guard/index.ts';
import type { Values, Variable } from '../../platform/core/config/config.ts';
import { KeyRing } from '../../platform/core/config/key-ring.ts';
import { integer, oneOf, optional } from '../../platform/core/config/variables.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { perService } from '../../platform/handler/runtime.ts';

const secretKeys: Variable<KeyRing> = {
  description:
    'keys that encrypt the secrets of webhook endpoints: id:base64url of 32 bytes, comma-separated; the first one encrypts',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: (text) => new KeyRing(text),
};

/** Variables that only the webhooks service reads. */
export const webhooksVariables = {
  EVENT_RETENTION_DAYS: integer({
    description: 'days for which the feed keeps events, and for which the cursors of its readers are valid',
    fallback: '30',
    minimum: 1,
    maximum: 3_650,
  }),
  MAX_DELIVERIES_PER_MINUTE: integer({
    description: 'requests to webhook receivers that are made for an institution in any minute; more wait',
    fallback: '3000',
    minimum: 1,
    maximum: 1_000_000,
  }),
  MAX_REQUESTED_DELIVERIES_PER_DAY: integer({
    description:
      'deliveries that an institution may request in a day (UTC) by replays, redeliveries and test events; more are rejected',
    fallback: '50000',
    minimum: 1,
    maximum: 100_000_000,
  }),
  WEBHOOKS_SECRET_KEYS: secretKeys,
  WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: optional(
    oneOf(['0', '1'], {
      description: '1: webhooks are also sent to private and loopback addresses; default: 0 in production, otherwise 1',
    }),
  ),
};

interface WebhooksConfig {
  readonly keys: KeyRing;
  readonly guard: Guard;
  /** For each institution. */
  readonly deliveriesPerMinute: number;
  readonly requestedPerDay: number;
}

type Configured = Partial<Values<typeof webhooksVariables>> & { readonly NODE_ENV?: string };

/** The service's configuration. */
export const webhooksConfig = perService(({ configuration }): WebhooksConfig => {
  const { WEBHOOKS_SECRET_KEYS: keys, ...rest } = configuration as Configured;
  if (!keys) throw new Error('the webhooks service was started without its configuration');
  return {
    keys,
    guard: guardOf(rest),
    deliveriesPerMinute: numberOf('MAX_DELIVERIES_PER_MINUTE', rest),
    requestedPerDay: numberOf('MAX_REQUESTED_DELIVERIES_PER_DAY', rest),
  };
});

/**
 * How long the feed keeps an event, in milliseconds, counted from the end of the day (UTC) on which it was recorded.
 */
export function eventRetentionMs(configuration: Readonly<Record<string, unknown>>): number {
  return numberOf('EVENT_RETENTION_DAYS', configuration as Configured) * DAY_MS;
}

function numberOf(
  name: 'EVENT_RETENTION_DAYS' | 'MAX_DELIVERIES_PER_MINUTE' | 'MAX_REQUESTED_DELIVERIES_PER_DAY',
  configuration: Configured,
): number {
  return configuration[name] ?? Number(webhooksVariables[name].fallback);
}

function guardOf({ NODE_ENV, WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: allowed }: Configured): Guard {
  const isProduction = NODE_ENV === 'production';
  const base = (allowed ?? (isProduction ? '0' : '1')) === '1' ? anywhere : internetOnly;
  return { ...base, allowsHttp: !isProduction };
}
