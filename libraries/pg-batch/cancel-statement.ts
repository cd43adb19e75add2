import pg from 'pg';
import type { Log } from './log.ts';

/**
 * Cancels the client's current statement with the protocol's cancel request. It goes to the same address as the
 * client's connection, so a pooler there can match it to the statement. If the request fails, statement_timeout ends
 * the statement.
 */
export async function cancelStatement(client: pg.PoolClient, log: Log): Promise<void> {
  try {
    await requestCancel(client as unknown as Connected);
  } catch (error) {
    log.debug({ err: error }, 'a statement could not be cancelled');
  }
}

/**
 * Resolves when the server has processed the request, which it shows by closing the connection. The driver's own cancel
 * request does not use TLS.
 */
function requestCancel({ host, port, ssl, processID, secretKey }: Connected): Promise<void> {
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as unknown as RawConnection;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => connection.stream.destroy(new Error('timeout expired')), MAX_CANCEL_MS);
  const sendRequest = () => connection.cancel(processID, secretKey);
  connection.on('error', reject);
  connection.on('end', resolve);
  connection.on('connect', () => (ssl ? connection.requestSsl() : sendRequest()));
  connection.on('sslconnect', sendRequest);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return promise.finally(() => clearTimeout(timer));
}

const MAX_CANCEL_MS = 3_000;

/** The members of the driver's client that its types omit. */
interface Connected {
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly processID: number;
  readonly secretKey: number;
}

/** The members of the driver's connection that its types omit. */
interface RawConnection {
  readonly stream: { destroy(error: Error): void };
  on(event: 'connect' | 'sslconnect' | 'end', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  connect(path: string): void;
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}
