import pg from 'pg';

/**
 * A connection of its own, open. It listens for `error`: a server that ends the session while no statement runs emits one at any time, after
 * `end` too, and unheard it would end the process. The next statement fails, which is where the caller hears of it.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS_AT_MOST, ...config });
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
  const pool = new pg.Pool(config);
  // The pool's end does not wait until its sessions are closed: a server that shuts down meanwhile ends them, which is no loss.
  pool.on('error', (error) => pool.ending || onIdleLost(error));
  // The pool does not listen to a connection that is checked out; its statements fail instead.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const CONNECT_MS_AT_MOST = 10_000;
