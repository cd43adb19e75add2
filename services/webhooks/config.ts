import type { Values, Variable } from '../../platform/core/config/config.ts';
import { oneOf, optional } from '../../platform/core/config/variables.ts';
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

function guardOf({ NODE_ENV, WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: allowed }: Configured): Guard {
  const isProduction = NODE_ENV === 'production';
  const base = (allowed ?? (isProduction ? '0' : '1')) === '1' ? anywhere : internetOnly;
  return { ...base, allowsHttp: !isProduction };
}
