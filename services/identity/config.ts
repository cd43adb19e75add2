import { anywhere, type Guard, internetOnly } from '../../libraries/outbound-guard/index.ts';
import type { Values, Variable } from '../../platform/core/config/config.ts';
import { KeyRing } from '../../platform/core/config/key-ring.ts';
import { oneOf, optional, url } from '../../platform/core/config/variables.ts';
import { perService, type Runtime } from '../../platform/handler/runtime.ts';

const secretKeys: Variable<KeyRing> = {
  description:
    'keys that encrypt the client secrets of OpenID providers: id:base64url of 32 bytes, comma-separated; the first one encrypts',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: (text) => new KeyRing(text),
};

/** Variables that only identity reads. */
export const identityVariables = {
  IDENTITY_SECRET_KEYS: secretKeys,
  OPENID_ALLOW_PRIVATE_ADDRESSES: optional(
    oneOf(['0', '1'], {
      description:
        "1: institutions' OpenID providers may also have private and loopback addresses; default: 0 in production, otherwise 1",
    }),
  ),
};

/**
 * All variables that identity reads when it runs as a separate process. In one process, the address of the console
 * follows from the gateway's.
 */
export const identityProcessVariables = {
  ...identityVariables,
  CONSOLE_URL: url(['http', 'https'], {
    description: 'public URL of the console, as browsers use it: one-time links for administrators begin with it',
  }),
};

type Configured = Partial<Values<typeof identityVariables>> & { readonly NODE_ENV?: string };

/** The configuration with which administrators sign in at OpenID providers. */
export const openIdConfig = perService(({ configuration }): { readonly keys: KeyRing; readonly guard: Guard } => {
  const { IDENTITY_SECRET_KEYS: keys, OPENID_ALLOW_PRIVATE_ADDRESSES: allowed, NODE_ENV } = configuration as Configured;
  if (!keys) throw new Error('identity was started without its configuration');
  const isProduction = NODE_ENV === 'production';
  const base = (allowed ?? (isProduction ? '0' : '1')) === '1' ? anywhere : internetOnly;
  return { keys, guard: { ...base, allowsHttp: !isProduction } };
});

/** The address of a one-time link. In one process it is known once the gateway listens, so it is read for each link. */
export function signInAddress({ configuration }: Runtime, code: string): string {
  return `${(configuration as { readonly CONSOLE_URL: string }).CONSOLE_URL}/link/${code}`;
}
