import type { ConnectionOptions } from '@nats-io/transport-node';

/** The address of NATS, and the authorities to trust. */
export interface NatsAddress {
  /** `nats://user:password@host:4222`, or `tls://…` for TLS; several separated by commas, with the credentials of the first for all. */
  readonly url: string;
  /** Certificates of the trusted authorities, PEM; by default those that Node trusts. Only used with TLS. */
  readonly ca?: string | undefined;
}

/** The options of the client library for an address. */
export function natsServers({
  url,
  ca,
}: NatsAddress): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> {
  const urls = url.split(',').map((each) => new URL(each.trim()));
  const [first] = urls;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user !== '' && pass !== '' ? { user, pass } : {}),
    ...(user !== '' && pass === '' ? { token: user } : {}),
    ...(first?.protocol === 'tls:' ? { tls: ca === undefined ? {} : { ca } } : {}),
  };
}
