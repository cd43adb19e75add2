import pg from 'pg';
import type { Logger } from '../observability/log.ts';

/**
 * Asks the server to cancel what it does for a client, by the request that the protocol has for this: it goes where the client's connection goes, and a
 * pooler there knows whose statement is meant. Where that fails, statement_timeout ends it.
 */
export async function cancelStatement(client: pg.PoolClient, log: Logger): Promise<void> {
  try {
    await requestCancel(client as unknown as Connected);
  } catch (error) {
    log.debug({ err: error }, 'a statement could not be cancelled');
  }
}

/** Resolves when the server has seen to it, and so closes the connection without a word. The driver's own request goes without TLS. */
function requestCancel({ host, port, ssl, processID, secretKey }: Connected): Promise<void> {
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as unknown as RawConnection;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => connection.stream.destroy(new Error('timeout expired')), CANCEL_MS_AT_MOST);
  const sendRequest = () => connection.cancel(processID, secretKey);
  connection.on('error', reject);
  connection.on('end', resolve);
  connection.on('connect', () => (ssl ? connection.requestSsl() : sendRequest()));
  connection.on('sslconnect', sendRequest);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return promise.finally(() => clearTimeout(timer));
}

const CANCEL_MS_AT_MOST = 3_000;

/** What a client of the driver knows of its connection, beside what its types say. */
interface Connected {
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly processID: number;
  readonly secretKey: number;
}

/** What the driver's connection can do, beside what its types say. */
interface RawConnection {
  readonly stream: { destroy(error: Error): void };
  on(event: 'connect' | 'sslconnect' | 'end', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  connect(path: string): void;
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}
