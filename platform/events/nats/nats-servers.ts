import type { ConnectionOptions } from '@nats-io/transport-node';

/** Where NATS is, and whom to believe that it is. */
export interface NatsAddress {
  /** `nats://user:password@host:4222`, `tls://…` for TLS, several with commas, the first one's credentials for all. */
  readonly url: string;
  /** Certificates of the authorities whose servers are trusted, PEM; by default those that Node trusts. Counts where the URL asks for TLS. */
  readonly ca?: string | undefined;
}

/** What a place says to the client. */
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
