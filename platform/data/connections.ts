import pg from 'pg';
import { noteUnreplicated } from './replication.ts';

/**
 * A connection of its own, open. It listens for `error`: a server that ends the session while no statement runs emits one at any time, after
 * `end` too, and unheard it would end the process. The next statement fails, which is where the caller hears of it.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new PrimaryClient({ connectionTimeoutMillis: CONNECT_MS_AT_MOST, ...KEEP_ALIVE, ...config });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Opens a connection for some work, and closes it whatever comes of that. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(config);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A pool, none of whose connections ends the process when it breaks: neither an idle one nor one that is checked out.
 * @param onIdleLost hears of a connection that broke while nobody used it; the pool replaces it
 */
export function openPool(config: pg.PoolConfig, onIdleLost: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ ...KEEP_ALIVE, ...config, Client: PrimaryClient });
  // The pool's end does not wait until its sessions are closed: a server that shuts down meanwhile ends them, which is no loss.
  pool.on('error', (error) => pool.ending || onIdleLost(error));
  // The pool does not listen to a connection that is checked out; its statements fail instead.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A connection to a server that takes writes. While servers change places an address may lead to one that has become a standby, whose data may be old. A
 * server says what it is when a session begins, so that looking costs nothing; a standby that is promoted keeps its sessions.
 */
class PrimaryClient extends pg.Client {
  #isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
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

/** What the driver's connection has beside what its types say. */
interface StatusEmitter {
  on(
    event: 'parameterStatus',
    listener: (status: { readonly parameterName: string; readonly parameterValue: string }) => void,
  ): void;
}

/** Idle connections to a machine that is gone without a word end after 20 seconds, Node asking each second from the tenth on; the system's own time is two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const CONNECT_MS_AT_MOST = 10_000;
