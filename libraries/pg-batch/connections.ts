import pg from 'pg';
import { noteUnreplicated } from './batch.ts';

/**
 * Opens a connection outside the pools. It has an `error` listener: when the server ends an idle session, the driver
 * emits `error` at any time, even after `end`, and without a listener that would end the process. The caller learns of
 * it when its next statement fails.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new PrimaryClient({ connectionTimeoutMillis: MAX_CONNECT_MS, ...KEEP_ALIVE, ...config });
  await client.connect();
  return client;
}

/** Opens a connection for some work and always closes it. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(config);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A pool whose connections, idle or checked out, never end the process when they break.
 * @param onIdleLost called when an idle connection breaks; the pool replaces it
 */
export function openPool(config: pg.PoolConfig, onIdleLost: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ ...KEEP_ALIVE, ...config, Client: PrimaryClient });
  // The pool ends before its sessions are closed. If the server shuts down meanwhile, it ends them, which is harmless.
  pool.on('error', (error) => pool.ending || onIdleLost(error));
  return pool;
}

/**
 * A connection to a server that accepts writes. During a failover an address may lead to a server that has become a
 * standby, whose data may be stale. The server reports its role when a session begins, so this check costs nothing. A
 * standby that is promoted keeps its sessions.
 */
class PrimaryClient extends pg.Client {
  #isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool listens only to idle connections. On a checked-out connection the statements fail instead.
    this.on('error', () => undefined);
    const { connection } = this as unknown as { readonly connection: StatusEmitter };
    this.on('notice', (notice) => noteUnreplicated(connection, notice));
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = super.connect().then(() => this.#refuseStandby());
    if (!callback) return connected;
    connected.then((client) => callback(null, client), callback);
    return undefined;
  }

  #refuseStandby(): this {
    if (!this.#isStandby) return this;
    void this.end().catch(() => undefined);
    throw new Error('Connection terminated: the server is a standby');
  }
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** The members of the driver's connection that its types omit. */
interface StatusEmitter {
  on(
    event: 'parameterStatus',
    listener: (status: { readonly parameterName: string; readonly parameterValue: string }) => void,
  ): void;
}

/**
 * An idle connection to an unreachable machine ends after 20 seconds: Node sends probes every second from the tenth on.
 * The system's default is two hours.
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const MAX_CONNECT_MS = 10_000;
