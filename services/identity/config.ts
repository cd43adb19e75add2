import { anywhere, type Guard, internetOnly } from '../../libraries/outbound-guard/index.ts';
import type { Values, Variable } from '../../platform/core/config/config.ts';
import { KeyRing } from '../../platform/core/config/key-ring.ts';
import { oneOf, optional, url } from '../../platform/core/config/variables.ts';
import { StartError } from '../../platform/core/start-error.ts';
import { perService, type Runtime } from '../../platform/handler/runtime.ts';

const secretKeys: Variable<KeyRing> = {
  description:
    'keys that encrypt the client secrets of OpenID providers and the secrets of audit streams: id:base64url of 32 bytes, comma-separated; the first one encrypts',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: (text) => new KeyRing(text),
};

const sender: Variable<string> = {
  description: 'who sends the email: an address, or a name and an address; needed with SMTP_URL',
  allowed: 'noreply@example.org, Lyceum <noreply@example.org>',
  parse(text) {
    if (!SENDER.test(text)) throw new Error('must be an email address, or a name and an address: Name <address>');
    return text;
  },
};

const SENDER = /^(?:[^<>@\p{Cc}]+ )?<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/u;

/** Variables that only identity reads. */
export const identityVariables = {
  IDENTITY_SECRET_KEYS: secretKeys,
  OPENID_ALLOW_PRIVATE_ADDRESSES: optional(
    oneOf(['0', '1'], {
      description:
        "1: institutions' OpenID providers and the receivers of their audit streams may also have private and loopback addresses; default: 0 in production, otherwise 1",
    }),
  ),
  SMTP_URL: optional(
    url(['smtp', 'smtps'], {
      description:
        'mail server for email to administrators who want it, with user and password if it needs them: smtps://user:password@host:465, or smtp://host:587 (STARTTLS if it offers that); without it, no email is sent',
      secret: true,
    }),
  ),
  SMTP_FROM: optional(sender),
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
export interface OpenIdConfig {
  readonly keys: KeyRing;
  /** Where requests to providers may go: institutions choose them. */
  readonly guard: Guard;
}

export const openIdConfig = perService(({ configuration }): OpenIdConfig => {
  const { IDENTITY_SECRET_KEYS: keys, OPENID_ALLOW_PRIVATE_ADDRESSES: allowed, NODE_ENV } = configuration as Configured;
  if (!keys) throw new Error('identity was started without its configuration');
  const isProduction = NODE_ENV === 'production';
  const base = (allowed ?? (isProduction ? '0' : '1')) === '1' ? anywhere : internetOnly;
  return { keys, guard: { ...base, allowsHttp: !isProduction } };
});

/** The mail server, and the sender of emails. */
export interface MailConfig {
  readonly url: string;
  readonly from: string;
}

/** Undefined if the installation sends no email. Throws a StartError if half of it is configured. */
export const mailConfig = perService(({ configuration }): MailConfig | undefined => {
  const { SMTP_URL: server, SMTP_FROM: from } = configuration as Configured;
  if (server === undefined) return undefined;
  if (from === undefined) throw new StartError('SMTP_FROM is missing: with SMTP_URL, set it to the sender’s address.');
  return { url: server, from };
});

/** The console, as browsers reach it. In one process it is known once the gateway listens: read it for each use. */
export function consoleAddress({ configuration }: Runtime): string {
  return (configuration as { readonly CONSOLE_URL: string }).CONSOLE_URL;
}

/** The address of a one-time link. Of one that an administrator has made it says so, also once the link is used. */
export function signInAddress(
  runtime: Runtime,
  code: string,
  { isOfConsole }: { readonly isOfConsole: boolean },
): string {
  return `${consoleAddress(runtime)}/link/${code}${isOfConsole ? '?from=administrator' : ''}`;
}
