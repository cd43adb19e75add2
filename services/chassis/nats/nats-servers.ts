import type { ConnectionOptions } from '@nats-io/transport-node';

/** What an address of NATS says to the client: `nats://user:password@host:4222`, `tls://…` for TLS, several with commas, the first one's credentials for all. */
export function natsServers(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> {
  const places = url.split(',').map((each) => new URL(each.trim()));
  const [first] = places;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    servers: places.map(({ host }) => host),
    ...(user !== '' && pass !== '' ? { user, pass } : {}),
    ...(user !== '' && pass === '' ? { token: user } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  };
}
