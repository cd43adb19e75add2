import type { Values, Variable } from '../../platform/core/config/config.ts';
import { KeyRing } from '../../platform/core/config/key-ring.ts';
import { oneOf, optional } from '../../platform/core/config/variables.ts';
import { perService } from '../../platform/handler/runtime.ts';
import { anywhere, type Guard, internetOnly } from '../../platform/outbound/guard.ts';

const secretKeys: Variable<KeyRing> = {
  description:
    'keys that encrypt the client secrets of OpenID providers: id:base64url of 32 bytes, comma-separated; the first one encrypts',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: (text) => new KeyRing(text),
};

/** Variables that only directory reads. */
export const directoryVariables = {
  DIRECTORY_SECRET_KEYS: secretKeys,
  OPENID_ALLOW_PRIVATE_ADDRESSES: optional(
    oneOf(['0', '1'], {
      description:
        "1: institutions' OpenID providers may also have private and loopback addresses; default: 0 in production, otherwise 1",
    }),
  ),
};

type Configured = Partial<Values<typeof directoryVariables>> & { readonly NODE_ENV?: string };

/** The configuration with which administrators sign in at OpenID providers. */
export const openIdConfig = perService(({ configuration }): { readonly keys: KeyRing; readonly guard: Guard } => {
  const {
    DIRECTORY_SECRET_KEYS: keys,
    OPENID_ALLOW_PRIVATE_ADDRESSES: allowed,
    NODE_ENV,
  } = configuration as Configured;
  if (!keys) throw new Error('directory was started without its configuration');
  const isProduction = NODE_ENV === 'production';
  const base = (allowed ?? (isProduction ? '0' : '1')) === '1' ? anywhere : internetOnly;
  return { keys, guard: { ...base, allowsHttp: !isProduction } };
});
