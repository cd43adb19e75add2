import type { Values, Variable } from '../../platform/core/config/config.ts';
import { integer, oneOf, optional } from '../../platform/core/config/variables.ts';
import { perService } from '../../platform/handler/runtime.ts';
import { KeyRing } from './secrets/key-ring.ts';
import { anywhere, type Guard, internetOnly } from './sender/guard.ts';

const secretKeys: Variable<KeyRing> = {
  description:
    'keys that encrypt the secrets of webhook endpoints: id:base64url of 32 bytes, comma-separated, the encrypting one first',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: (text) => new KeyRing(text),
};

/** What webhooks reads beside what every service does. */
export const webhooksVariables = {
  EVENT_RETENTION_DAYS: integer({
    description: 'days that the feed keeps an event, and readers their cursors',
    fallback: '30',
    minimum: 1,
    maximum: 3_650,
    formerName: 'EVENTS_KEPT_DAYS',
  }),
  WEBHOOKS_SECRET_KEYS: secretKeys,
  WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: optional(
    oneOf(['0', '1'], {
      description:
        '1: webhooks are sent to private and loopback addresses too; 0 in production unless given, 1 elsewhere',
    }),
  ),
};

interface WebhooksConfig {
  readonly keys: KeyRing;
  readonly guard: Guard;
}

type Configured = Partial<Values<typeof webhooksVariables>> & { readonly NODE_ENV?: string };

/** How the service is configured. */
export const webhooksConfig = perService(({ configuration }): WebhooksConfig => {
  const { WEBHOOKS_SECRET_KEYS: keys, ...rest } = configuration as Configured;
  if (!keys) throw new Error('the service webhooks was started without its configuration');
  return { keys, guard: guardOf(rest) };
});

/** How long the feed keeps an event, in milliseconds: as long after the end of the day (UTC) of its recording. */
export function eventRetentionMs(configuration: Readonly<Record<string, unknown>>): number {
  const { EVENT_RETENTION_DAYS: days = Number(webhooksVariables.EVENT_RETENTION_DAYS.fallback) } =
    configuration as Configured;
  return days * DAY_MS;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

function guardOf({ NODE_ENV, WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: allowed }: Configured): Guard {
  const isProduction = NODE_ENV === 'production';
  const base = (allowed ?? (isProduction ? '0' : '1')) === '1' ? anywhere : internetOnly;
  return { ...base, allowsHttp: !isProduction };
}
